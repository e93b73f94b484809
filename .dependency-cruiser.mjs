// The one arrow: http, mcp, cli → memory, account (the domain) → ports ← adapters; services.ts wires them together.
const tests = '[.](test|contract)[.]ts$';
const inputOutput =
  '^(node:)?(fs|net|http|http2|https|sqlite|child_process|worker_threads|cluster|dgram|dns|tls|readline|os)(/|$)';
const outerPackages = 'node_modules/(express|express-openapi-validator|pino|prom-client|commander|onnxruntime-[^/]+)/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-cycles', 'Two modules that need each other are one module.', {}, { circular: true }),
    forbid('no-unresolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    forbid(
      'ports-know-nobody',
      'Ports are what both sides build on.',
      { path: '^server/src/ports/', pathNot: tests },
      { path: '^server/src/', pathNot: '^server/src/ports/' },
    ),
    forbid(
      'domain-knows-ports-only',
      'The domain is called by http, mcp and cli and reaches the outside through ports.',
      { path: '^server/src/(memory|account)/', pathNot: tests },
      {
        path: '^server/src/',
        pathNot: '^server/src/((memory|account|ports)/|(domain-error|limit-concurrency|within)[.]ts$)',
      },
    ),
    forbid(
      'domain-does-no-io',
      'Input and output of the domain go through ports, so that every store and transport gives the same answers.',
      { path: '^server/src/(memory|account)/', pathNot: tests },
      { path: [inputOutput, outerPackages] },
    ),
    forbid(
      'adapters-know-ports-only',
      'An adapter can be exchanged as long as nothing but its port holds it.',
      { path: '^server/src/adapters/', pathNot: tests },
      { path: '^server/src/', pathNot: '^server/src/(adapters|ports)/' },
    ),
    forbid(
      'only-services-knows-adapters',
      'services.ts, with what it puts together in services/, is the composition root.',
      { path: '^server/src/', pathNot: [tests, '^server/src/(adapters/|services[.]ts$|services/)'] },
      { path: '^server/src/adapters/' },
    ),
    forbid(
      'transports-are-not-imported',
      'Only the composition (main.ts, services.ts, cli) starts http and mcp.',
      { path: '^server/src/', pathNot: [tests, '^server/src/(http|mcp|cli)/', '^server/src/(main|services)[.]ts$'] },
      { path: '^server/src/(http|mcp|cli)/' },
    ),
    forbid(
      'tests-are-not-imported',
      'What is published holds no test.',
      { pathNot: [tests, '^server/test/', '^bench/'] },
      { path: [tests, '^server/test/'] },
    ),
    forbid(
      'no-development-packages',
      'A production installation does not have them.',
      { path: '^server/src/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^server/(dist|src/generated/docs)/' },
    tsConfig: { fileName: 'server/tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
