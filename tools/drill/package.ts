import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sourceVersion } from "#lib/platform/server/base/source-version.ts";
import { ownFolder } from "#tools/bench/database.ts";
import { type Confined, limitMemory, NOBODY, startConfined, startInside } from "./confined.ts";
import { CADDY, DASHBOARD, makeCertificate, NGINX, RECEIVER } from "./proxies.ts";
import { ROOT } from "./releases.ts";

const READY_MS = 120_000;
const STOP_MS = 10_000;
const SUFFICIENT_MB = 1_024;
const INSUFFICIENT_MB = 512;

/**
 * Unpacks the archive of `npm run package`, starts it as the examples of docs/deploy do, and visits it through the real
 * nginx and Caddy. Needs root, `nginx`, `caddy`, `openssl` and `systemd-analyze`.
 */
export async function drillPackage(stack: AsyncDisposableStack): Promise<string[]> {
  const archive = join(ROOT, "dist", `cotejo-${sourceVersion(ROOT)}-${process.platform}-${process.arch}.tar.gz`);
  if (process.getuid?.() !== 0) throw new Error("only root can make namespaces and limits");
  if (!existsSync(archive)) throw new Error(`there is no ${archive}: run npm run package`);
  const folder = ownFolder(stack);
  chmodSync(folder, 0o755);
  const tree = join(folder, "cotejo");
  mkdirSync(tree);
  run("tar", ["-xzf", archive, "-C", tree, "--strip-components=1"]);
  run("sha256sum", ["--quiet", "--check", "SHA256SUMS"], tree);
  checkUnit(folder, tree);
  const certificate = makeCertificate(folder);
  const hosts = join(folder, "hosts");
  writeFileSync(hosts, "127.0.0.1 localhost cotejo.example.mx hooks.cotejo.example.mx\n");

  const start = (mb: number) => {
    const dataDir = mkdtempSync(join(folder, "data-"));
    chownSync(dataDir, NOBODY, NOBODY);
    const limit = limitMemory(`cotejo-drill-${mb}`, mb);
    const addresses = { APP_ORIGIN: DASHBOARD, RECEIVER_URL: RECEIVER };
    const proxies = { TRUSTED_PROXIES: "1", RECEIVER_TRUSTED_PROXIES: "127.0.0.1" };
    const env = { ...addresses, ...proxies, DATA_DIR: dataDir, NODE_EXTRA_CA_CERTS: certificate };
    const confined = startConfined(tree, { hosts, limit, env });
    stack.defer(async () => {
      await stop(confined);
      limit.remove();
    });
    return { dataDir, limit, confined };
  };

  const problems: string[] = [];
  const refused = start(INSUFFICIENT_MB).confined;
  await refused.exited;
  if (!/^cotejo: \d+ MB of memory are too few.*\n$/.test(refused.said())) {
    problems.push(`${INSUFFICIENT_MB} MB are not refused in one line: ${refused.said()}`);
  }
  const { dataDir, limit, confined } = start(SUFFICIENT_MB);
  const users = join(dataDir, "sandbox-users.json");
  for (const [index, proxy] of [NGINX, CADDY].entries()) {
    // The embedded service delivers through the proxy from the start.
    await using running = await proxy.start(confined, folder);
    if (index === 0 && !(await isReady(confined))) return [...problems, `Cotejo did not start: ${confined.said()}`];
    const visits = [join(ROOT, "tools", "drill", "visit.ts"), DASHBOARD, RECEIVER, users];
    const visitor = startInside(confined, "env", [`NODE_EXTRA_CA_CERTS=${certificate}`, process.execPath, ...visits]);
    const code = await visitor.exited;
    const lines = new Set(visitor.said().split("\n").filter(Boolean));
    if (code !== 0) lines.add(`the visits ended with ${code}`);
    problems.push(...[...lines].map((line) => `${proxy.name}: ${line}`));
    running.check();
  }
  const health = startInside(confined, "sh", ["-c", healthCheck().replaceAll("/opt/cotejo", tree)]);
  if ((await health.exited) !== 0) problems.push("the health check of the Containerfile fails");
  const began = performance.now();
  await stop(confined);
  const took = Math.round(performance.now() - began);
  if (took > STOP_MS) problems.push(`the stop took ${took} ms`);
  if (limit.kills() > 0) problems.push(`the kernel ended ${limit.kills()} processes for lack of memory`);
  console.log(`memory at most ${limit.peakMb().toFixed(0)} of ${SUFFICIENT_MB} MB; stopped in ${took} ms`);
  return problems;
}

function run(command: string, args: string[], cwd = ROOT): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
}

/** Checks the unit by systemd, which looks for the program that the unit names. */
function checkUnit(folder: string, tree: string): void {
  const unit = readFileSync(join(ROOT, "docs", "deploy", "cotejo.service"), "utf8");
  const file = join(folder, "cotejo.service");
  writeFileSync(file, unit.replaceAll("/opt/cotejo/", `${tree}/`));
  run("systemd-analyze", ["verify", file]);
}

/** The arguments of the health check as a shell command. */
function healthCheck(): string {
  const text = readFileSync(join(ROOT, "docs", "deploy", "Containerfile"), "utf8");
  const args: string[] = JSON.parse(/^HEALTHCHECK .* CMD (\[.*\])$/m.exec(text)?.[1] ?? "[]");
  return args.map((arg) => `'${arg}'`).join(" ");
}

async function isReady({ said, exited }: Confined): Promise<boolean> {
  let gone = false;
  exited.then(() => {
    gone = true;
  });
  const until = performance.now() + READY_MS;
  while (!gone && performance.now() < until && !said().includes(" is ready at ")) await delay(200);
  return said().includes(" is ready at ");
}

async function stop({ child, exited }: Confined): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  await exited;
}
