import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Confined, startInside } from "./confined.ts";
import { ROOT } from "./releases.ts";

/** The names in the examples of docs/deploy. */
export const DASHBOARD = "https://cotejo.example.mx";
export const RECEIVER = "https://hooks.cotejo.example.mx";

const example = (name: string): string => readFileSync(join(ROOT, "docs", "deploy", name), "utf8");
const certificateOf = (folder: string) => ({ cert: join(folder, "cert.pem"), key: join(folder, "key.pem") });

/** Makes a self-signed certificate for both names; returns its path. */
export function makeCertificate(folder: string): string {
  const { cert, key } = certificateOf(folder);
  const names = [DASHBOARD, RECEIVER].map((origin) => `DNS:${new URL(origin).hostname}`).join(",");
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=cotejo"];
  const { status } = spawnSync("openssl", [
    ...request,
    "-addext",
    `subjectAltName=${names}`,
    "-keyout",
    key,
    "-out",
    cert,
  ]);
  if (status !== 0) throw new Error("openssl made no certificate");
  return cert;
}

type Proxy = { name: string; start(confined: Confined, folder: string): Promise<AsyncDisposable & { check(): void }> };

export const NGINX: Proxy = {
  name: "nginx",
  start(confined, folder) {
    const { cert, key } = certificateOf(folder);
    const sites = example("nginx.conf")
      .replaceAll("/etc/ssl/cotejo/fullchain.pem", cert)
      .replaceAll("/etc/ssl/cotejo/privkey.pem", key);
    const file = join(folder, "nginx.conf");
    writeFileSync(file, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${sites}}\n`);
    return serve(confined, "nginx", ["-c", file, "-e", "stderr", "-g", "daemon off;"]);
  },
};

export const CADDY: Proxy = {
  name: "Caddy",
  start(confined, folder) {
    const { cert, key } = certificateOf(folder);
    const file = join(folder, "Caddyfile");
    // Without the internet Caddy gets no certificate.
    writeFileSync(file, example("Caddyfile").replaceAll(/^(\S+\.example\.mx) \{$/gm, `$1 {\n\ttls ${cert} ${key}`));
    const home = join(folder, "caddy");
    mkdirSync(home, { recursive: true });
    return serve(confined, "env", [`HOME=${home}`, "caddy", "run", "--config", file, "--adapter", "caddyfile"]);
  },
};

async function serve(confined: Confined, command: string, args: string[]) {
  const { child, exited, said } = startInside(confined, command, args);
  await delay(1_000);
  return {
    check() {
      if (child.exitCode !== null) throw new Error(`${command} ended: ${said()}`);
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
