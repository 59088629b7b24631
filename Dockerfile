# OU LA LA in a container: `docker build -t ou-la-la .`, then see docs/operating.md. `npm run test:image` tries it without Docker.
# 24 or newer, which brings its own SQLite: nothing is compiled.
ARG NODE=24

FROM node:${NODE}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
# What builds and what is in the pages is among what `npm start` needs, but not among what runs. The types of React stay otherwise: what runs names them as well, as
# something that may be there.
RUN node scripts/keep-imported.mjs && rm -rf node_modules/@types && find node_modules -name '*.map' -delete

FROM node:${NODE}-bookworm-slim AS run
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/deploy/health.mjs ./deploy/health.mjs
# The data folder is all that is ever written: the rest of the root may be read-only. What runs needs no npm.
RUN mkdir /data && chown node:node /data && chmod 700 /data \
  && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "deploy/health.mjs"]
# Without npm and without a shell, so that signals reach the server itself.
CMD ["node", "--max-semi-space-size=8", "--enable-source-maps", "dist/server/main.js"]
