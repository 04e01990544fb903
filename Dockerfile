# The bot alone, as one bundle: no sandbox, no sources, no packages, not root. Run it with a read-only root
# file system, a volume for the ledger and no more rights than it needs:
#   docker run --read-only --cap-drop ALL --security-opt no-new-privileges --memory 1g --pids-limit 100 \
#     --volume galley:/app/data --env-file .env --publish 127.0.0.1:3000:3000 galley

# With its digest an image is made of the same bytes each time: see docs/operations.md.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS bundle
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY scripts scripts
COPY src src
RUN ["node", "scripts/bundle.ts", "/app"]
RUN ["node", "scripts/bundle.ts", "/service", "service"]

# The translation service, on its own: docker build --target service -t galley-service .
FROM ${NODE_IMAGE} AS service
ENV NODE_ENV=production SERVICE_HOST=0.0.0.0
WORKDIR /app
COPY --from=bundle /service ./
RUN mkdir data && chmod 700 data && chown node:node data
USER node
VOLUME /app/data
EXPOSE 4020
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.SERVICE_OPERATOR_PORT || process.env.SERVICE_PORT || 4020}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "main.mjs"]

FROM ${NODE_IMAGE}
# In a container its own loopback is nobody's way in.
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compile-cache HOST=0.0.0.0
WORKDIR /app
COPY --from=bundle /app ./
RUN mkdir .compile-cache data && chmod 700 data && chown node:node .compile-cache data
USER node
# Fills the compile cache, which is read-only later and kept apart by user: the bot then starts faster.
RUN node --input-type=module --eval "for (const file of process.argv.slice(1)) await import(file)" \
  $(ls /app/*.mjs | grep -vE '/(main|doctor|erase)\.mjs$')
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.OPERATOR_PORT || process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# One arena, and large blocks that go back to the system: glibc keeps 11 MB less.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072
# Not through npm, which does not pass SIGTERM on.
CMD ["node", "--max-semi-space-size=2", "main.mjs"]
