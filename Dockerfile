# adp and adp-registry with the studio page, static, without a shell. CI has no container engine and builds no image of the sources:
#   docker build -t adp .
#   docker run --rm -v "$PWD:/work" adp check agents
#   docker run --rm -p 8080:8080 --entrypoint adp-registry adp serve --demo --listen 0.0.0.0:8080
# A release replaces the stage `build` by its archives: .ci/release image.
FROM node:22-slim AS node

FROM rust:1.95-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends cmake g++ git make perl python3-venv && rm -rf /var/lib/apt/lists/*
RUN rustup component add rust-src && rustup target add "$(uname -m)-unknown-linux-musl"
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /src
COPY . .
# the context has no history; the date of the archive's files means nothing here
ENV SOURCE_DATE_EPOCH=0
RUN .ci/release npm && .ci/release archives && .ci/release image && cp -r target/ci/image/out /out

# certificates of authorities, a temporary folder and the user nonroot, nothing else
FROM gcr.io/distroless/static-debian12:nonroot
ARG TARGETARCH
COPY --from=build /out/${TARGETARCH}/ /usr/local/bin/
USER nonroot
WORKDIR /work
ENTRYPOINT ["adp"]
