# The server, or a worker (MNEMA_ROLES). Its state is in /data, and nothing else is written: run it read-only.
# The tests run these commands outside a container, in this order (server/test/process/image.test.ts).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /mnema
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --trust-lockfile --filter mnema --filter "@mnema/server..." \
    --filter "@mnema/dashboard..." --filter @mnema/sdk-build \
  && node scripts/build-image.mjs

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /mnema
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY server/package.json server/
COPY packages/model-bge-small-en packages/model-bge-small-en
COPY packages/secret-scanner packages/secret-scanner
COPY packages/sdk/package.json packages/sdk/
# The native encoder comes with its libraries for all platforms, some 250 MB of which this one has no use for.
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --trust-lockfile --prod --filter "@mnema/server..." \
  && find node_modules/.pnpm/onnxruntime-node@*/node_modules/onnxruntime-node/bin/napi-v* -mindepth 2 -maxdepth 2 \
    ! -path "*/linux/$(node -p process.arch)" -exec rm -r {} +

FROM node:24.21.0-bookworm-slim
WORKDIR /mnema
RUN mkdir /data && chown 1000:1000 /data && ln -s /mnema/server/dist/cli/mnema.js /usr/local/bin/mnema
COPY LICENSE ./
COPY --from=dependencies /mnema ./
COPY --from=build /mnema/packages/sdk/dist packages/sdk/dist
COPY --from=build /mnema/server/dist server/dist
COPY --from=build /mnema/server/dashboard server/dashboard
# Beyond loopback registration is closed by default. A process that stands still ends, so that it is started again.
# Threads share one pool of freed memory, which saves 10 to 45 MB.
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 MNEMA_HOST=0.0.0.0 MNEMA_DATA_DIR=/data MNEMA_WATCHDOG=on
# The image's own user `node`, by number, so that a host can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8787
# 200 also when degraded: only a server that can not do its work is to be started anew.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.MNEMA_PORT || 8787) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/cli/mnema.js", "start"]
