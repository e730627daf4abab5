import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { draftsOptions, flushDrafts, keepDraft } from "#lib/desk/browser/drafts.ts";
import type { DraftFields, DraftKind } from "#lib/desk/contract/drafts/draft.ts";
import { Button } from "@/components/ui/button";
import { Announced } from "./announced.tsx";
import { useCurrentUser } from "./current-user.tsx";
import { ExactInstant } from "./time.tsx";

type EditedDraft = {
  fields: DraftFields;
  /** The time of the restored draft; null without a draft, undefined while loading. */
  from: string | null | undefined;
};

export type DraftState = ReturnType<typeof useDraft>;

/**
 * The text and choices of a form about a verification, saved for its author while typing. The server's draft is shown
 * until the first edit; later answers of the server change nothing.
 */
export function useDraft(
  verification_id: string,
  kind: DraftKind,
  text = "",
  more: Pick<DraftFields, "choice" | "code"> = { choice: null, code: null },
) {
  const client = useQueryClient();
  const { id: author } = useCurrentUser();
  const { data, isError } = useQuery(draftsOptions(verification_id));
  const saved = data && (data.items.find((one) => one.kind === kind) ?? null);
  const [edited, setEdited] = useState<EditedDraft | null>(null);
  const [failed, setFailed] = useState(false);
  const isLate = edited !== null && edited.from === undefined && saved !== undefined;
  const fields =
    isLate && saved
      ? appendTyped(saved, edited.fields)
      : (edited?.fields ?? saved ?? { text, choice: more.choice, code: more.code });
  const from = saved === undefined || (edited && !isLate) ? edited?.from : (saved?.saved_at ?? null);
  const now: DraftFields = { text: fields.text, choice: fields.choice, code: fields.code };
  // A second change before the next render starts from the first.
  const newest = useRef(now);
  useLayoutEffect(() => {
    newest.current = now;
  });
  const change = (part: Partial<DraftFields>) => {
    const next = { ...newest.current, ...part };
    newest.current = next;
    setEdited({ fields: next, from });
    if (from === undefined) return;
    const isWorthIt = next.text.trim() !== "" && next.text !== text;
    keepDraft(client, { author, verification_id, kind, fields: isWorthIt ? next : null }, (done) => setFailed(!done));
  };
  const saveLate = useEffectEvent(() => change({}));
  useEffect(() => {
    if (isLate) saveLate();
  }, [isLate]);
  useEffect(() => flushDrafts, []);
  return {
    ...now,
    /** Typed, or restored from a draft. */
    isOwn: edited !== null || Boolean(saved),
    from: from ?? null,
    failed: failed || (isError && saved === undefined && edited !== null),
    change,
    /** Also called after the final text was saved. */
    discard: () => {
      setEdited(null);
      setFailed(false);
      keepDraft(client, { author, verification_id, kind, fields: null }, () => undefined);
      flushDrafts();
    },
  };
}

/** Appends the text typed during loading to the draft. */
export const appendTyped = (saved: DraftFields, typed: DraftFields): DraftFields => ({
  text: typed.text === "" ? saved.text : `${saved.text}\n${typed.text}`,
  choice: typed.choice ?? saved.choice,
  code: typed.code ?? saved.code,
});

type Props = { draft: DraftState; children?: string };

/** A note about a restored draft, with a button that discards it, or about text that is not saved yet. */
export function DraftNote({ draft: { from, failed, discard }, children }: Props) {
  const t = useTranslations("shell.draft");
  return (
    <Announced
      // The line is always there: the content below does not move when the note appears.
      className="flex min-h-4 flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs print:hidden"
    >
      {from !== null && <span>{t.rich("from", { at: () => <ExactInstant at={from} /> })}</span>}
      {failed && <span className="text-failed">{t("unsaved")}</span>}
      {from !== null && (
        <Button
          variant="outline"
          size="xs"
          onClick={({ currentTarget: { form } }) => {
            discard();
            form?.querySelector<HTMLElement>("textarea, input")?.focus();
          }}
        >
          {children ?? t("discard")}
        </Button>
      )}
    </Announced>
  );
}
