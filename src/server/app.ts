import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import fastify, { type FastifyReply, type FastifyServerFactory, LogController, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { profileRoutes } from './profile/profile-routes.ts';
import { privacyRoutes } from './privacy/privacy-routes.ts';
import { signUpPolicyNow } from './identity/admission.ts';
import { identityRoutes } from './identity/identity-routes.ts';
import { achievementRoutes } from './achievements/achievement-routes.ts';
import { actionRoutes } from './actions/action-routes.ts';
import { activityRoutes } from './activities/activity-routes.ts';
import { boardRoutes } from './whole-boards/board-routes.ts';
import { widgetRoutes } from './widget/widget-routes.ts';
import { leaderboardRoutes } from './leaderboard/leaderboard-routes.ts';
import { countRoutes } from './counts/count-routes.ts';
import type { Deps } from './deps.ts';
import { apiDocuments } from './http/api-documents.ts';
import { builtClient } from './http/built-client.ts';
import { limitChanges } from './http/change-limits.ts';
import { finishBeforeClosing } from './http/finish-before-closing.ts';
import { demoRoutes } from './demos/demo-routes.ts';
import { keepDemosIn } from './demos/keep-demos-in.ts';
import { guestRoutes } from './guests/guest-routes.ts';
import { keepGuestsOut } from './guests/keep-guests-out.ts';
import { healthRoutes } from './http/health-routes.ts';
import { answerMalformed } from './http/malformed-requests.ts';
import { measureReplies } from './http/measure-replies.ts';
import { discreet } from './http/log-lines.ts';
import { timeouts } from './http/open-port.ts';
import { requireOwnOrigin } from './http/origin-hook.ts';
import { answerRefusals, refusalOf } from './http/refusal-handler.ts';
import { createRequestIds, returnRequestIds } from './http/request-ids.ts';
import { createProtection, protectReplies } from './http/security-headers.ts';
import type { App } from './http/serve.ts';
import { requireSessions } from './http/session-hook.ts';
import { liveRoutes } from './live/live-routes.ts';
import type { Metrics } from './metrics/metrics.ts';
import { codeRoutes } from './codes/code-routes.ts';
import { contestRoutes } from './contests/contest-routes.ts';
import { playRoutes } from './play/play-routes.ts';
import { recapRoutes } from './recap/recap-routes.ts';
import { createSignUpInvitations } from './membership/sign-up-invitations.ts';
import { membershipRoutes } from './membership/membership-routes.ts';
import { notificationRoutes } from './push/notification-routes.ts';
import { wallRoutes } from './walls/wall-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

const hour = 60 * 60 * 1000;
const bodyLimit = 256 * 1024;
/** In bytes. The list of 200 boards came some 5 ms later from threads that get it in pieces than compressed at once, which takes 1 ms. */
const longestAtOnce = 256 * 1024;
/** The quality of Brotli. A person's lists get at most 2 % longer than with the plugin's 4, in half of the time. */
const quality = 3;

interface Surroundings {
  replied?: Metrics['replied'] | undefined;
  /** Returns a server that already listens, for the app to answer on. */
  serverFactory?: FastifyServerFactory | undefined;
}

/** The whole HTTP server on these dependencies, not yet listening. The order of the parts is the order of a request. */
export async function buildApp(
  deps: Deps,
  logger: FastifyServerOptions['logger'] = false,
  { replied, serverFactory }: Surroundings = {},
): Promise<App> {
  const protect = createProtection(deps);
  const app: App = fastify({
    bodyLimit,
    ...timeouts,
    ...(serverFactory && { serverFactory }),
    // Only the entry that the proxy added: the earlier ones in X-Forwarded-For come from the caller and can be forged.
    trustProxy: deps.config.trustProxy && ((_address, hop) => hop === 0),
    logger: discreet(logger),
    genReqId: createRequestIds(deps.config.trustProxy),
    // Addresses hold usernames and invitation ids; a line of our own says the route instead.
    logController: new LogController({ disableRequestLogging: true }),
    // After `finishBeforeClosing`: idle keep-alive connections would delay the stop.
    forceCloseConnections: true,
    return503OnClosing: false,
    // As long as a URL can be: an overlong id is answered like any other unknown one.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: (failure, socket) => answerMalformed(app, failure, socket),
    // A URL that cannot be parsed never reaches the hooks, nor the error handler.
    frameworkErrors: (failure, _request, reply: FastifyReply) => {
      protect(reply.raw);
      const refusal = refusalOf(failure, deps.database);
      void reply.status(refusal.status).send(refusal.body);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptJsonOnly(app);
  answerRefusals(app, deps.database);
  returnRequestIds(app);
  logRoutes(app);
  if (replied) measureReplies(app, replied);
  finishBeforeClosing(app, deps.liveFeed);
  logUnreadable(app, deps);
  joinCopies(app, deps);
  doJobs(app, deps);
  forgetOldMails(app, deps);
  app.addHook('onClose', () => deps.counts.save());

  protectReplies(app, protect);
  await app.register(compress, {
    threshold: 1024,
    syncThreshold: longestAtOnce,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } },
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
  requireOwnOrigin(app, deps.config);
  requireSessions(app, deps.identity);
  limitChanges(app, deps);
  keepGuestsOut(app, deps);
  keepDemosIn(app, deps);

  apiDocuments(app, deps);
  healthRoutes(app, deps);
  await app.register(async (api) => {
    profileRoutes(api, deps);
    identityRoutes(api, deps, createSignUpInvitations(deps));
    guestRoutes(api, deps);
    demoRoutes(api, deps);
    privacyRoutes(api, deps);
    actionRoutes(api, deps);
    boardRoutes(api, deps);
    widgetRoutes(api, deps);
    leaderboardRoutes(api, deps);
    recapRoutes(api, deps);
    playRoutes(api, deps);
    contestRoutes(api, deps);
    activityRoutes(api, deps);
    achievementRoutes(api, deps);
    membershipRoutes(api, deps);
    notificationRoutes(api, deps);
    webhookRoutes(api, deps);
    codeRoutes(api, deps);
    countRoutes(api, deps);
    liveRoutes(api, deps);
    wallRoutes(api, deps);
  });
  // Pages open without the database, too.
  await builtClient(app, deps, () => signUpPolicyNow(deps).catch(() => deps.config.signUps));
  return app;
}

function logUnreadable(app: App, { boardKeys }: Deps): void {
  boardKeys.onUnreadable((field) => app.log.error(field, 'a text that cannot be read was left out: npm run doctor says which'));
}

/** Closed last, so that the others hear of everything that is done until then. */
function joinCopies(app: App, { bus, resync }: Deps): void {
  app.addHook('onReady', async () => {
    bus.start(app.log);
    resync.start(app.log);
  });
  app.addHook('onClose', async () => {
    await resync.stop();
    await bus.stop();
  });
}

function doJobs(app: App, { jobs }: Deps): void {
  app.addHook('onReady', async () => jobs.start(app.log));
  app.addHook('onClose', () => jobs.stop());
}

/** Each copy for itself: the files lie in its own folder. At the start and every hour. */
function forgetOldMails(app: App, { mail }: Deps): void {
  let forgetting = Promise.resolve();
  const forget = () => void (forgetting = mail.forgetOld());
  const timer = setInterval(forget, hour).unref();
  app.addHook('onReady', async () => forget());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await forgetting;
  });
}

function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name the type of a body that they do not send.
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

function logRoutes(app: App): void {
  if (!['debug', 'trace'].includes(app.log.level)) return;
  app.addHook('onResponse', (request, reply, next) => {
    const { method, url } = request.routeOptions;
    request.log.debug({ method, route: url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'replied');
    next();
  });
}
