import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, KeyRound, TriangleAlert, Unplug } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyId } from "#components/page/copy.tsx";
import { Fact } from "#components/page/fact.tsx";
import { Remark } from "#components/page/remark.tsx";
import { Section } from "#components/page/section.tsx";
import { ExactInstant, RelativeInstant } from "#components/page/time.tsx";
import { Waiting } from "#components/page/waiting.tsx";
import { ActionFailure } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { connectReceiver, receiverKeys, receiverOptions, statusKeys, statusOptions } from "#lib/browser/status.ts";
import { webhookKeys } from "#lib/browser/webhooks.ts";
import { REFUSAL_REASONS } from "#lib/contract/deliveries/delivery.ts";
import { type Reception, type ReceptionProblem, receptionOf } from "#lib/contract/reception.ts";
import type { ReceiverEnsured, ReceiverState, SystemStatus, WebhookFault } from "#lib/contract/status.ts";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

/** The dashboard's own webhook: whether events arrive, the cause if not, and a button that repairs it. */
export function OwnSection() {
  const t = useTranslations("webhooks.own");
  const client = useQueryClient();
  const receiver = useQuery(receiverOptions());
  const status = useQuery(statusOptions());
  const [did, setDid] = useState<ReceiverEnsured["did"] | null>(null);
  const { run, isPending, error, stepUp } = useSecretChange(connectReceiver, {
    onSuccess: (ensured) => {
      setDid(ensured.did);
      client.setQueryData(receiverKeys.all, ensured);
    },
    changes: [receiverKeys.all, webhookKeys.all, statusKeys.all],
  });
  const data = status.data && receiver.data;
  const problems = status.data?.receiver.problems ?? [];
  const standing = status.data ? standingOf(status.data) : "ok";
  const { action } = STANDINGS[standing];
  const connect = () => {
    setDid(null);
    run(undefined);
  };
  return (
    <Section
      id="own"
      title={t("title")}
      aside={
        data?.webhook_id && data.state === "connected" ? (
          <Link
            href={`/webhooks/${encodeURIComponent(data.webhook_id)}/replace`}
            className="inline-flex min-h-8 items-center gap-1.5 text-[0.8125rem] text-primary underline-offset-2 hover:underline"
          >
            <KeyRound aria-hidden className="size-3.5" />
            {t("replaceSecret")}
          </Link>
        ) : null
      }
    >
      <div className="space-y-4">
        {!data && !receiver.error && (
          <Waiting label={t("loading")}>
            <Skeleton className="h-32 w-full" />
          </Waiting>
        )}
        {!receiver.data && <ActionFailure words="webhooks.trouble" error={receiver.error} action="connect" />}
        {data && (
          <>
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
              <StandingLine standing={standing} />
              <Button variant={action === "check" ? "outline" : "default"} aria-disabled={isPending} onClick={connect}>
                {isPending ? t("working") : t(`action.${action}`)}
              </Button>
            </div>
            <OwnProblems problems={problems} missing={data.missing_events} />
            {data.problems.includes("service_unavailable") && (
              <Remark mark="open" className="text-muted-foreground text-sm">
                {t("notAsked")}
              </Remark>
            )}
            <div role="status" className="empty:hidden">
              {did && <p className="text-muted-foreground text-sm">{t(`did.${did}`)}</p>}
            </div>
            <ActionFailure words="webhooks.trouble" error={error} action="connect" />
            <OwnFacts state={data} />
          </>
        )}
      </div>
      {stepUp}
    </Section>
  );
}

type Standing = Exclude<Reception, WebhookFault> | "broken";

const STANDINGS = {
  ok: { icon: CircleCheck, tone: "text-done", action: "check" },
  creating: { icon: CircleDashed, tone: "text-waiting", action: "check" },
  silence: { icon: TriangleAlert, tone: "text-medium", action: "check" },
  refused: { icon: TriangleAlert, tone: "text-medium", action: "check" },
  broken: { icon: CircleX, tone: "text-failed", action: "repair" },
  down: { icon: CircleX, tone: "text-failed", action: "check" },
  unstored: { icon: CircleX, tone: "text-failed", action: "check" },
  missing: { icon: Unplug, tone: "text-failed", action: "connect" },
} as const satisfies Record<Standing, object>;

/** The same state as in header and banner, which may differ from this page's own check. */
export function standingOf(status: SystemStatus): Standing {
  const reception = receptionOf(status);
  return reception in STANDINGS ? (reception as keyof typeof STANDINGS) : "broken";
}

function StandingLine({ standing }: { standing: Standing }) {
  const t = useTranslations("webhooks.own.standing");
  const { icon: Icon, tone } = STANDINGS[standing];
  return (
    <p className="flex min-w-0 flex-1 basis-72 items-start gap-2.5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <span>
        <strong className="block font-semibold">{t(`${standing}.title`)}</strong>
        <span className="text-muted-foreground">{t(`${standing}.body`)}</span>
      </span>
    </p>
  );
}

/** Pages with details of problems that a repair cannot solve. */
const DETAIL_PAGES = { refused: "/deliveries/refusals", silence: "/deliveries/missing" } as const;

type ProblemsProps = { problems: readonly ReceptionProblem[]; missing: readonly string[] };

/** The webhook's problems, each with the effect of a repair. */
function OwnProblems({ problems, missing }: ProblemsProps) {
  const t = useTranslations("webhooks.own.problem");
  // The names of missing events come from this page's own check, which may be newer than the problems.
  const shown = problems.filter((problem) => problem !== "missing_events" || missing.length > 0);
  if (shown.length === 0) return null;
  return (
    <ul className="space-y-2">
      {shown.map((problem) => (
        <li key={problem} className="text-sm">
          {problem === "refused" || problem === "silence" ? (
            <Link href={DETAIL_PAGES[problem]} className="text-primary underline-offset-2 hover:underline">
              {t(problem)}
            </Link>
          ) : (
            <Remark mark="warning">{t(problem, { count: missing.length, names: missing.join(", ") })}</Remark>
          )}
        </li>
      ))}
    </ul>
  );
}

function OwnFacts({ state: { url, webhook_id, last_delivery_at, last_refusal } }: { state: ReceiverState }) {
  const t = useTranslations("webhooks.own.fact");
  const absent = (words: "none" | "never" | "noRefusal") => <span className="text-muted-foreground">{t(words)}</span>;
  const more = (href: string, words: "deliveries" | "refusals") => (
    <Link href={href} className="ml-2 text-primary text-xs underline-offset-2 hover:underline">
      {t(words)}
    </Link>
  );
  return (
    <dl className="grid gap-x-8 gap-y-3 border-border border-t pt-4 text-sm sm:grid-cols-2">
      <Fact name={t("address")}>
        {url === null ? absent("none") : <span className="wrap-anywhere font-mono text-xs">{url}</span>}
      </Fact>
      <Fact name={t("webhook")}>
        {webhook_id === null ? absent("none") : <CopyId id={webhook_id} label={t("copyId")} />}
      </Fact>
      <Fact name={t("lastDelivery")}>
        {last_delivery_at === null ? absent("never") : <RelativeInstant at={last_delivery_at} />}
        {last_delivery_at !== null && more("/deliveries", "deliveries")}
      </Fact>
      <Fact name={t("lastRefusal")}>
        {last_refusal === null && absent("noRefusal")}
        {last_refusal !== null && (
          <>
            <ExactInstant at={last_refusal.at} />, <ReasonWords reason={last_refusal.reason} />
            {more("/deliveries/refusals", "refusals")}
          </>
        )}
      </Fact>
    </dl>
  );
}

function ReasonWords({ reason }: { reason: string }) {
  const t = useTranslations("deliveries.refusals.reasons");
  const known = REFUSAL_REASONS.find((name) => name === reason);
  return <span>{known ? t(`${known}.title`).toLowerCase() : reason}</span>;
}
