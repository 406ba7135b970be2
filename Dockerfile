# syntax=docker/dockerfile:1
# One image for all of Dakiya; its command chooses the part: web, worker or migrate.
#   docker build -t dakiya .
#   docker build -t dakiya-sandbox --target sandbox .
ARG NODE_VERSION=24

# Builds, and collects the files for production in build/release (scripts/release/parts.ts).
FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run release

# Debian and Node, without npm: nothing is installed at run time.
FROM debian:bookworm-slim AS runtime
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN useradd --uid 1000 --no-create-home --shell /usr/sbin/nologin dakiya
ENV NODE_OPTIONS=--enable-source-maps
WORKDIR /dakiya
USER dakiya

# The sandbox, which replaces carrier, SMTP server and payment provider for a trial.
FROM runtime AS sandbox
ENV HOST=0.0.0.0
COPY --from=build /src/build/release/sandbox ./
EXPOSE 2775 2525 4000
CMD ["node", "build/sandbox.js"]

FROM runtime AS dakiya
ENV NODE_ENV=production HOST=0.0.0.0 METRICS_PORT=9464
COPY --from=build /src/ops/image/dakiya /usr/local/bin/dakiya
COPY --from=build /src/build/release/dakiya ./
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["dakiya", "healthy"]
ENTRYPOINT ["dakiya"]
CMD ["web"]
