import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { itemAnchor } from "#components/core/people/person-place.ts";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { iconClass } from "#components/kit/icon.ts";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { Section } from "#components/kit/section.tsx";
import { TextLink } from "#components/kit/text-link.tsx";
import { useClock, useDayFormat } from "#components/kit/time.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import { api } from "#lib/platform/browser/api.ts";
import type { FileDates } from "#lib/statements/contract/statement-answers.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CheckDialog } from "./check-dialog.tsx";
import { DatesDialog } from "./dates-dialog.tsx";
import {
  type DatedDocument,
  DOCUMENT_ICONS,
  useDateWords,
  useDocumentName,
  useRelationWords,
} from "./document-words.ts";
import { RelationDialog } from "./relation-dialog.tsx";
import { StatementsHistory } from "./statements-history.tsx";

const DATES_KEY = "d";
const CHECK_KEY = "v";

/** `replaced`: the document whose newer item replaces it. */
type Opened = { dialog: "dates" | "relation" | "check"; replaced?: DatedDocument } | null;

/** The dates of documents as people stated them, and the business relationship. Absent without a rule of the policy. */
export function DatesSection({ verificationId }: { verificationId: string }) {
  const t = useTranslations("dates");
  const user = useCurrentUser();
  const [writes, checks] = [user.may("statements.write"), user.may("reviews.decide")];
  const { data } = useQuery(verificationOptions(verificationId));
  const [opened, setOpened] = useState<Opened>(null);
  const { document_dates: documents = [], relation = null, check_months = null } = data ?? {};
  const isShown = documents.length > 0 || relation !== null || check_months !== null;
  const canCheck = checks && relation !== null && relation.until === null;
  const canFill = writes && documents.length > 0;
  usePageKeys((event) => {
    const dialog = event.key === DATES_KEY && canFill ? "dates" : event.key === CHECK_KEY && canCheck ? "check" : null;
    if (dialog === null) return;
    event.preventDefault();
    setOpened({ dialog });
  });
  if (!isShown || !data) return null;
  const dialog = { verificationId, onClosed: () => setOpened(null) };
  return (
    <Section
      id="dates"
      title={t("title")}
      flush
      aside={
        canFill && <KeyButton label={t("fill")} shortcut={DATES_KEY} onClick={() => setOpened({ dialog: "dates" })} />
      }
    >
      {documents.length > 0 && (
        <ul className="divide-y divide-border">
          {documents.map((document) => (
            <DocumentRow
              key={`${document.document_kind} ${document.people_id}`}
              verificationId={verificationId}
              document={document}
              onReplace={writes ? () => setOpened({ dialog: "dates", replaced: document }) : undefined}
            />
          ))}
        </ul>
      )}
      <InTime dates={data} className={documents.length > 0 ? "border-border border-t" : undefined}>
        {writes && (
          <Button variant="outline" size="xs" aria-haspopup="dialog" onClick={() => setOpened({ dialog: "relation" })}>
            {t(relation === null ? "relation.declare" : "relation.change")}
          </Button>
        )}
        {canCheck && (
          <KeyButton label={t("check.action")} shortcut={CHECK_KEY} onClick={() => setOpened({ dialog: "check" })} />
        )}
      </InTime>
      <StatementsHistory verificationId={verificationId} documents={documents} />
      {opened?.dialog === "dates" && (
        <DatesDialog dates={data} items={data.items} replaced={opened.replaced} {...dialog} />
      )}
      {opened?.dialog === "relation" && <RelationDialog relation={relation} {...dialog} />}
      {opened?.dialog === "check" && <CheckDialog detail={data} {...dialog} />}
    </Section>
  );
}

function KeyButton({ label, shortcut, onClick }: { label: string; shortcut: string; onClick: () => void }) {
  const t = useTranslations("review-file");
  return (
    <Hint text={t("withKey", { action: label, key: shortcut })}>
      <Button
        variant="outline"
        size="xs"
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcut}
        className="print:hidden"
        onClick={onClick}
      >
        {label}
      </Button>
    </Hint>
  );
}

type RowProps = { verificationId: string; document: DatedDocument; onReplace: (() => void) | undefined };

function DocumentRow({ verificationId, document, onReplace }: RowProps) {
  const t = useTranslations("dates");
  const nameOf = useDocumentName(verificationId);
  const words = useStateWords();
  const datesOf = useDateWords();
  const format = useFormatter();
  const { state, item_id, statement, newer_item } = document;
  const { icon, tone } = DOCUMENT_ICONS[state];
  const dates = datesOf(document);
  return (
    <li className="space-y-0.5 px-4 py-2.5 text-sm print:py-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="wrap-anywhere font-medium">{nameOf(document)}</span>
        <span className={cn(iconClass(icon), tone, state === "valid" && "text-muted-foreground")}>
          {words(document)}
        </span>
      </div>
      <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
        {dates !== "" && <span>{dates}</span>}
        {item_id !== null && <TextLink href={`#${itemAnchor(item_id)}`}>{t("item", { id: String(item_id) })}</TextLink>}
        {statement && (
          <span>
            {t("statedBy", {
              name: statement.user_name ?? statement.source ?? t("somebody"),
              at: format.dateTime(new Date(statement.stated_at), { dateStyle: "medium" }),
            })}
          </span>
        )}
      </p>
      {newer_item !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-xs">
          <span>{t("newer", { id: String(newer_item) })}</span>
          {onReplace && <NewerItem verificationId={verificationId} document={document} onReplace={onReplace} />}
        </div>
      )}
    </li>
  );
}

/** Whether the newer item replaces the document: its dates are entered then, else the officer's refusal is stated. */
function NewerItem({ verificationId, document, onReplace }: RowProps) {
  const t = useTranslations("dates");
  const client = useQueryClient();
  const { document_kind, people_id, item_id, issued_on, expires_on, no_expiry, newer_item, statement } = document;
  const refuse = useMutation({
    mutationFn: () =>
      api("POST /api/verifications/{verification_id}/statements", {
        params: { verification_id: verificationId },
        body: {
          kind: "document_dates",
          ...{ document_kind, people_id: people_id ?? undefined, item_id: item_id ?? undefined },
          ...{ issued_on: issued_on ?? undefined, expires_on: expires_on ?? undefined },
          no_expiry: no_expiry || undefined,
          not_replaced_by: newer_item === null ? [] : [newer_item],
          replaces: statement?.statement_id ?? null,
        },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: verificationKeys.detail(verificationId) }),
  });
  return (
    <>
      <span className="flex gap-2 print:hidden">
        <Button variant="outline" size="xs" aria-haspopup="dialog" onClick={onReplace}>
          {t("replaces")}
        </Button>
        <Button
          variant="outline"
          size="xs"
          aria-disabled={refuse.isPending}
          onClick={() => !refuse.isPending && refuse.mutate()}
        >
          {t("replacesNot")}
        </Button>
      </span>
      {refuse.error && <ActionFailure words="dates.problem" error={refuse.error} />}
    </>
  );
}

/** The state of a document in words, with its distance from today. */
function useStateWords(): (document: DatedDocument) => string {
  const t = useTranslations("dates.state");
  const format = useFormatter();
  const now = useClock();
  const day = useDayFormat();
  const distance = (to: string) => format.relativeTime(new Date(`${to}T12:00:00`), { now, unit: "day" });
  return ({ state, issued_on, expires_on, issued_by, max_age_months }) => {
    if (state === "expired" && expires_on) return t("expired", { day: day(expires_on) });
    if (state === "expires_soon" && expires_on) return t("expires_soon", { distance: distance(expires_on) });
    if (state !== "too_old") return t(state === "valid" ? "valid" : "unknown");
    const months = max_age_months ?? 0;
    if (issued_on === null && issued_by) return t("too_old_by", { months, day: day(issued_by) });
    return t("too_old", { months });
  };
}

type InTimeProps = { dates: FileDates; className?: string | undefined; children: React.ReactNode };

function InTime({ dates: { relation, check_months }, className, children }: InTimeProps) {
  const t = useTranslations("dates");
  const format = useFormatter();
  const day = useDayFormat();
  const relationOf = useRelationWords();
  return (
    <div className={cn("space-y-2 px-4 py-3 text-sm", className)}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        <Fact name={t("relation.name")}>{relation === null ? t("relation.unknown") : relationOf(relation)}</Fact>
        {relation !== null && check_months !== null && (
          <Fact name={t("check.name")}>
            <span className="block">
              {relation.checked_at === null
                ? t("check.never")
                : t("check.last", { at: format.dateTime(new Date(relation.checked_at), { dateStyle: "medium" }) })}
            </span>
            {relation.next_check_on !== null && (
              <span className="block">{t("check.next", { day: day(relation.next_check_on) })}</span>
            )}
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap gap-2 print:hidden">{children}</div>
    </div>
  );
}
