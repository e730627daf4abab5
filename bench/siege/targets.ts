import { ownFolder, startDatabase } from "#bench/database.ts";
import { startBare } from "#bench/targets/servers.ts";
import { accountOf, pidOf, startInstallation } from "#e2e/support/installation.ts";
import { signatureHeader } from "#test/hooks.ts";
import { installReceiver, startProcess } from "#test/real-processes.ts";
import { signIn } from "#test/sign-in.ts";

export type Call = { path: string; method: string; headers: Record<string, string>; body?: string };
export type Target = {
  port: number;
  pid: number;
  /** The attacked path. */
  path: string;
  /** A genuine request, sent during the attack. */
  genuine(): Call;
  /** Answers that an attack must not cause. */
  refused(status: number): boolean;
};

type Start = (stack: AsyncDisposableStack) => Promise<Target>;

/**
 * A server of a few lines without limits, as a control: the attacker shares the cores with it too, so the effect of the
 * same attack on it can be compared.
 */
export async function startControl(of: Target, stack: AsyncDisposableStack): Promise<Target> {
  return { ...of, ...(await startBare("a secret that nobody has", stack)), refused: () => false };
}

const startReceiver: Start = async (stack) => {
  const installed = await installReceiver(await startDatabase(ownFolder(stack), stack));
  const child = startProcess("receiver", installed);
  stack.defer(async () => void (await child.end()));
  await child.ready();
  let events = 0;
  return {
    port: installed.receiverPort,
    pid: child.pid,
    path: `/hooks/${installed.receiverId}`,
    genuine: () => {
      events += 1;
      const body = JSON.stringify({
        event_name: "verification.v2.created",
        data: { verification_id: `ver_${events}` },
      });
      const headers = {
        "content-type": "application/json",
        "svc-signature": signatureHeader(installed.webhookSecret, body),
      };
      return { path: `/hooks/${installed.receiverId}`, method: "POST", headers, body };
    },
    refused: (status) => status !== 200,
  };
};

const startDashboard: Start = async (stack) => {
  const installation = await startInstallation();
  stack.defer(installation.stop);
  const { origin } = installation;
  const cookie = await signIn(origin, accountOf(installation, "compliance"));
  return {
    port: Number(new URL(origin).port),
    pid: pidOf(installation, "dashboard"),
    path: "/api/deliveries/signature-check",
    genuine: () => ({ path: "/api/status", method: "GET", headers: { cookie } }),
    refused: (status) => status !== 200,
  };
};

export const TARGETS = { receiver: startReceiver, dashboard: startDashboard } satisfies Record<string, Start>;
