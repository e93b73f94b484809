import { registerHooks } from 'node:module';

/**
 * Says on standard error which modules of OpenTelemetry are loaded. Its API, which does nothing by itself, is not
 * counted: the Prometheus client always loads that.
 */
registerHooks({
  load(url, context, next) {
    if (/\/@opentelemetry\/(?!api\/)/.test(url)) process.stderr.write(`loads ${url}\n`);
    return next(url, context);
  },
});
