import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Remark, type RemarkState } from "#components/kit/remark.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import type { SendingState } from "#lib/outbound/contract/channels/channel.ts";
import type { EvidenceState, SentHead } from "#lib/records/contract/evidence/state.ts";
import { Digits } from "./digits.tsx";

const STATE_MARKS: Record<SendingState, RemarkState> = {
  sent: "good",
  failed: "bad",
  pending: "open",
  superseded: "unknown",
};

export function HeadsSection({ state: { heads, begun_at, channels, erasure_log } }: { state: EvidenceState }) {
  const t = useTranslations("evidence.heads");
  return (
    <Section id="heads" title={t("title")} flush>
      <div className="space-y-3 p-4 text-sm">
        <p className="max-w-prose text-muted-foreground">{t("lede")}</p>
        {/* The channels and logs that get the next head. */}
        <div className="max-w-prose space-y-2">
          <Remark mark={channels > 0 ? "good" : "warning"}>
            <span>{t("channels", { count: channels })}</span>{" "}
            <Link href="/settings/channels" prefetch={false} className="rounded text-primary underline">
              {t("openChannels")}
            </Link>
          </Remark>
          <Remark mark={erasure_log === "kept" ? "good" : "warning"}>{t(`erasureLog.${erasure_log}`)}</Remark>
          <Remark mark="open">{t("log")}</Remark>
        </div>
        {begun_at && (
          <Remark mark="warning">{t.rich("begun", { at: () => <ExactInstant at={begun_at} seconds /> })}</Remark>
        )}
        {heads.length === 0 && <EmptySection>{t("none")}</EmptySection>}
      </div>
      {heads.length > 0 && (
        <ul aria-label={t("list")} className="divide-y divide-border border-border border-t text-sm">
          {heads.map((head) => (
            <HeadEntry key={head.head_id} head={head} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function HeadEntry({ head: { left_at, size, root, is_former, sendings } }: { head: SentHead }) {
  const t = useTranslations("evidence.heads");
  const head = useTranslations("evidence.head");
  const states = useTranslations("channels.sendings.state");
  const format = useFormatter();
  return (
    <li className="space-y-1 px-4 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <ExactInstant at={left_at} className="font-medium" />
        <span className="text-muted-foreground text-xs tabular-nums">
          {t("entries", { count: format.number(size) })}
        </span>
      </div>
      {is_former && <p className="text-muted-foreground text-xs">{t("former")}</p>}
      {sendings.map(({ channel_id, name, state }) => (
        <Remark key={channel_id} mark={STATE_MARKS[state]} className="text-xs">
          {t("sent", { name, state: states(state) })}
        </Remark>
      ))}
      {sendings.length === 0 && <p className="text-muted-foreground text-xs">{t("noChannel")}</p>}
      <Digits of={head("root")}>{root}</Digits>
    </li>
  );
}
