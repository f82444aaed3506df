# adp and adp-registry with the studio page. Not built by this project's CI, which has no container engine:
#   docker build -t adp .
#   docker run --rm -v "$PWD:/work" adp check agents
#   docker run --rm -p 8080:8080 --entrypoint adp-registry adp serve --demo --listen 0.0.0.0:8080
FROM node:22-slim AS node

FROM rust:1.95-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends cmake g++ make perl && rm -rf /var/lib/apt/lists/*
RUN rustup component add rust-src
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /src
COPY . .
RUN bash wasm/build.sh && cd page && npm ci --ignore-scripts && npm run build
ENV ADP_STUDIO=/src/page/dist/embed
RUN cargo install --locked --profile dist --root /out --path cli && cargo install --locked --profile dist --root /out --path crates/registry

FROM debian:stable-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* && useradd --create-home adp
COPY --from=build /out/bin/adp /out/bin/adp-registry /usr/local/bin/
USER adp
WORKDIR /work
ENTRYPOINT ["adp"]
