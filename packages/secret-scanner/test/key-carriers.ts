export interface CarriedKey {
  service: string;
  variable: string;
  value: string;
}

/** Texts that identify the key by a name or a word beside it. */
export const namingCarriers: readonly ((key: CarriedKey) => string)[] = [
  ({ variable, value }) => `${variable}=${value}`,
  ({ variable, value }) => `export ${variable}="${value}"`,
  ({ variable, value }) => `NODE_ENV=production\nPORT=8080\n${variable}='${value}'\nLOG_LEVEL=info\n`,
  ({ service, value }) => `Remember this for later: our ${service} API key is ${value}.`,
  ({ service, value }) =>
    `user: here's the ${service} token you asked for: ${value}\nassistant: Thanks, I will use it now.`,
  ({ variable, value }) =>
    `services:\n  web:\n    image: web:3\n    environment:\n      - ${variable}=${value}\n      - TZ=UTC`,
  ({ variable, value }) => `      env:\n        - name: ${variable}\n          value: "${value}"`,
  ({ variable, value }) =>
    `{"mcpServers":{"tools":{"command":"npx","args":["-y","tools-mcp"],"env":{"${variable}":"${value}"}}}}`,
  ({ variable, value }) => `process.env.${variable} = '${value}'; // only for the demo`,
  ({ variable, value }) => `import os\nos.environ["${variable}"] = "${value}"\n`,
  ({ variable, value }) => `docker run --rm -e ${variable}=${value} -p 3000:3000 ghcr.io/acme/web:latest`,
  ({ variable, value }) =>
    `const ${variable.toLowerCase()} = "${value}";\nconst client = createClient({ retries: 3 });`,
  ({ service, value }) => `The ${service} key (${value}) expires in March, renew it before the release.`,
  ({ service, value }) => `Der ${service}-API-Schlüssel lautet ${value}, bitte nicht weitergeben.`,
  ({ service, value }) => `La clé API ${service} du projet est « ${value} ».`,
  ({ service, value }) => `La clave de API de ${service} es ${value} y la usa el servidor de pruebas.`,
  ({ service, value }) => `${service} 的 API 密钥是 ${value}，请保存。`,
  ({ service, value }) => `${service} の API キー: ${value}`,
  ({ service, value }) => `API-ключ ${service}: ${value}, действует до конца года`,
  ({ service, value }) => `| service | key |\n|---|---|\n| ${service} api key | \`${value}\` |`,
  ({ variable, value }) => `[production]\nregion = eu-west-1\n${variable.toLowerCase()} = ${value}\ntimeout = 30`,
  ({ variable, value }) => `fly secrets set ${variable}=${value} && fly deploy`,
  ({ variable, value }) => `$env:${variable} = "${value}"\nnpm run seed`,
  ({ variable, value }) => `private static final String ${variable} = "${value}";`,
  ({ service, variable, value }) =>
    `Setup notes for ${service}:\n1. create a key\n2. set ${variable} to \`${value}\`\n3. restart`,
  ({ variable, value }) => `2026-03-14T09:21:07Z DEBUG config loaded ${variable}=${value} region=eu`,
  ({ variable, value }) => `{\n  "${variable.toLowerCase()}": "${value}",\n  "timeout_ms": 5000\n}`,
  ({ variable, value }) => `config := Config{\n\tRegion: "eu",\n\t${variable}: "${value}",\n}`,
];

/** Texts in which only its form identifies the key. */
export const bareCarriers: readonly ((key: CarriedKey) => string)[] = [
  ({ value }) => value,
  ({ value }) => `try ${value}`,
  ({ value }) => `use this one instead: ${value} (the old one got revoked)`,
  ({ value }) => `It works when I pass "${value}" but not when I leave it empty.`,
  ({ value }) => `- deployed to staging\n- rotated: \`${value}\`\n- told Maria`,
  ({ value }) => `The request failed because ${value} had no write access, so I made another one.`,
  ({ value }) => `<code>${value}</code>`,
  ({ value }) => `Fehler 401 mit ${value}. Bitte prüfen.`,
  ({ value }) => `client = Client("${value}", timeout=30)`,
  ({ value }) => `["eu-west-1", "${value}", 3]`,
  ({ value }) => `> quoted from Tom's mail\n> ${value}\n\nIs that still valid?`,
  ({ value }) => `git commit -m "remove ${value} from the config"`,
  ({ service, value }) => `${service}: ${value}`,
  ({ value }) => `它返回 403：${value}。`,
  ({ value }) => `curl -s https://api.example.com/v1/items -H 'X-Auth: ${value}'`,
  ({ value }) => `ERROR invalid credential '${value}' at Object.verify (/srv/app/verify.js:41:9)`,
];
