import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runDeployTool } from './deploy-tools.mjs';
import { ensurePython, python } from './ensure-python.mjs';
import { root } from './paths.mjs';
import { capture } from './run-tool.mjs';

export const chart = join(root, 'deploy/helm/mnema');

/** The schemas of Kubernetes 1.37, from a package of PyPI. */
async function findSchemas() {
  await ensurePython();
  const { output } = await capture(python, ['-c', 'import kubernetes_validate as k; print(k.__path__[0])']);
  return join(output.trim(), 'kubernetes-json-schema/v1.37.0-local-strict');
}

/** Copies the schemas that kubeconform reads, with references that it can follow. */
async function writeSchemas(target) {
  const source = await findSchemas();
  const definitions = pathToFileURL(join(target, '_definitions.json')).href;
  const kinds =
    /^(_definitions|(deployment|statefulset)-apps-v1|service-v1|job-batch-v1|(ingress-networking|poddisruptionbudget-policy)-v1)[.]json$/;
  for (const name of readdirSync(source).filter((one) => kinds.test(one))) {
    const schema = readFileSync(join(source, name), 'utf8').replaceAll('"/api/_definitions.json', `"${definitions}`);
    writeFileSync(join(target, name), schema);
  }
}

/** Lints the Helm chart, and validates what it renders against the schemas of Kubernetes; returns { code, output }. */
export async function checkChart() {
  const schemas = mkdtempSync(join(tmpdir(), 'mnema-schemas-'));
  try {
    await writeSchemas(schemas);
    const values = readdirSync(join(chart, 'ci')).map((name) => join(chart, 'ci', name));
    return await runDeployTool(['run', './chart', 'check', chart, schemas, ...values]);
  } finally {
    rmSync(schemas, { recursive: true });
  }
}
