# adp and adp-registry. Not built by this project's CI, which has no container engine:
#   docker build -t adp .
#   docker run --rm -v "$PWD:/work" adp check agents
#   docker run --rm -p 8080:8080 --entrypoint adp-registry adp serve --demo --listen 0.0.0.0:8080
FROM rust:1.95-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends cmake g++ make perl && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN cargo install --locked --root /out --path cli && cargo install --locked --root /out --path crates/registry

FROM debian:stable-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* && useradd --create-home adp
COPY --from=build /out/bin/adp /out/bin/adp-registry /usr/local/bin/
USER adp
WORKDIR /work
ENTRYPOINT ["adp"]
