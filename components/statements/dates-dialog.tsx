import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useRef, useState } from "react";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { Announced } from "#components/kit/announced.tsx";
import { Form } from "#components/kit/form.tsx";
import { MAX_NUMBERED, numberedByKey } from "#components/kit/page-keys.ts";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { ActionFailure, codeOf, useWords } from "#components/kit/words.tsx";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import type { VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { type ApiError, api } from "#lib/platform/browser/api.ts";
import type { Statement } from "#lib/statements/contract/statement.ts";
import type { FileDates } from "#lib/statements/contract/statement-answers.ts";
import { FIRST_DAY } from "#lib/statements/contract/statement-input.ts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldLabel } from "@/components/ui/field";
import { type DatedDocument, useDocumentName, useToday } from "./document-words.ts";

type Props = {
  verificationId: string;
  dates: FileDates;
  items: readonly VerificationItem[];
  /** The document whose newer item replaces it. */
  replaced: DatedDocument | undefined;
  onClosed: () => void;
};

/** The dates of all documents of a file, each saved by Enter, which goes to the next one. */
export function DatesDialog({ verificationId, dates, items, replaced, onClosed }: Props) {
  const t = useTranslations("dates.form");
  const nameOf = useDocumentName(verificationId);
  const list = useRef<HTMLDivElement>(null);
  const next = (form: HTMLFormElement) => {
    const forms = [...(list.current?.querySelectorAll("form") ?? [])];
    const following = forms[forms.indexOf(form) + 1];
    const field = following?.querySelector<HTMLElement>("input, select");
    if (field) field.focus();
    else list.current?.parentElement?.querySelector<HTMLElement>("[data-close]")?.focus();
  };
  return (
    <ActionDialog title={t("title")} about={t("about")} busy={false} beside onClosed={onClosed}>
      <div ref={list} className="-mx-4 divide-y divide-border">
        {dates.document_dates.map((document, index) => (
          <DocumentForm
            key={`${document.document_kind} ${document.people_id}`}
            verificationId={verificationId}
            document={document}
            name={nameOf(document)}
            items={items}
            replaced={document === replaced}
            first={replaced === undefined ? index === 0 : document === replaced}
            onSaved={next}
          />
        ))}
      </div>
      <div className="flex justify-end">
        <Button data-close variant="outline" onClick={onClosed}>
          {t("close")}
        </Button>
      </div>
    </ActionDialog>
  );
}

const replacementOf = (document: DatedDocument): DatedDocument => ({
  ...document,
  ...{
    item_id: document.newer_item,
    newer_item: null,
    issued_on: null,
    expires_on: null,
    no_expiry: false,
    seen_on: null,
  },
});

const NONE = "";
const SEEN = "seen";

type FormProps = {
  verificationId: string;
  document: DatedDocument;
  name: string;
  items: readonly VerificationItem[];
  /** The newer item replaces the document: the dates are those of another document. */
  replaced: boolean;
  first: boolean;
  onSaved: (form: HTMLFormElement) => void;
};

function DocumentForm({ verificationId, document: stated, name, items, replaced, first, onSaved }: FormProps) {
  const t = useTranslations("dates.form");
  const typeWords = useWords("itemType");
  const client = useQueryClient();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const shown = stated.statement?.statement_id ?? null;
  const document = replaced ? replacementOf(stated) : stated;
  const [known, setKnown] = useState(shown);
  const [bound, setBound] = useState(
    document.item_id === null ? (document.seen_on ? SEEN : NONE) : String(document.item_id),
  );
  const [issued, setIssued] = useState(document.issued_on ?? "");
  const today = useToday();
  const [noExpiry, setNoExpiry] = useState(document.no_expiry);
  const save = useMutation({
    mutationFn: (typed: FormData) =>
      api("POST /api/verifications/{verification_id}/statements", {
        params: { verification_id: verificationId },
        body: { ...statedIn(typed, { document, bound, noExpiry }), replaces: known },
      }),
    onSuccess: ({ statement_id }) => {
      setKnown(statement_id);
      void client.invalidateQueries({ queryKey: verificationKeys.detail(verificationId) });
      if (form.current) onSaved(form.current);
    },
  });
  const newer = codeOf(save.error) === "STALE_STATEMENT" ? newerOf(save.error as ApiError) : null;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(new FormData(event.currentTarget));
  };
  const choices = [NONE, ...items.map(({ item_id }) => String(item_id)), SEEN];
  const nameOfItem = (value: string): string => {
    if (value === NONE) return t("noItem");
    if (value === SEEN) return t("seen");
    const index = items.findIndex(({ item_id }) => String(item_id) === value);
    const item = items[index];
    const type = item?.item_type ? (typeWords(item.item_type) ?? item.item_type) : t("noType");
    const named = t("item", { id: value, type });
    return index < MAX_NUMBERED ? `${named} (Alt ${index + 1})` : named;
  };
  return (
    <Form
      ref={form}
      onSubmit={send}
      onKeyDown={(event) => {
        const item = numberedByKey(items, event.nativeEvent);
        if (!item) return;
        event.preventDefault();
        setBound(String(item.item_id));
      }}
      aria-label={name}
      className="space-y-2 px-4 py-3"
    >
      <div className="flex items-center justify-between gap-4">
        <h3 className="wrap-anywhere font-medium text-sm">{name}</h3>
        <div className="flex shrink-0 items-center gap-2">
          <Announced as="span" className="text-muted-foreground text-xs">
            {save.isPending ? t("busy") : save.isSuccess ? t("saved") : ""}
          </Announced>
          <Button type="submit" size="xs" variant="outline" aria-disabled={save.isPending}>
            {t("save")}
          </Button>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          id={`${id}-issued`}
          name="issued_on"
          type="date"
          min={FIRST_DAY}
          max={today}
          onChange={({ target }) => setIssued(target.value)}
          label={t("issued")}
          defaultValue={document.issued_on ?? ""}
          autoFocus={first}
        />
        <TextField
          id={`${id}-expires`}
          name="expires_on"
          type="date"
          min={issued || FIRST_DAY}
          label={t("expires")}
          defaultValue={document.expires_on ?? ""}
          disabled={noExpiry}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-3">
        <SelectField
          size="sm"
          label={t("bound")}
          values={choices}
          nameOf={nameOfItem}
          value={bound}
          onChange={setBound}
        />
        <FieldLabel className="font-normal text-xs">
          <Checkbox checked={noExpiry} onCheckedChange={(checked) => setNoExpiry(checked === true)} />
          <span>{t("noExpiry")}</span>
        </FieldLabel>
      </div>
      {bound === SEEN && (
        <TextField
          id={`${id}-seen`}
          name="seen_on"
          type="date"
          required
          min={FIRST_DAY}
          max={today}
          label={t("seenOn")}
          defaultValue={document.seen_on ?? ""}
        />
      )}
      {newer ? <NewerStatement statement={newer} onTaken={() => setKnown(newer.statement_id)} /> : null}
      {save.error && !newer && <ActionFailure words="dates.problem" error={save.error} />}
    </Form>
  );
}

/** The newer statement of another officer. The typed dates stay in the form; the next save replaces the newer statement. */
function NewerStatement({ statement, onTaken }: { statement: Statement; onTaken: () => void }) {
  const t = useTranslations("dates.form");
  const day = useDayFormat();
  if (statement.kind !== "document_dates") return null;
  const { issued_on, expires_on, user_name, source } = statement;
  return (
    <div role="alert" className="space-y-2 rounded-md border border-medium/40 p-3 text-sm">
      <p>
        {t("newer", {
          name: user_name ?? source ?? "",
          issued: issued_on ? day(issued_on) : t("notKnown"),
          expires: expires_on ? day(expires_on) : t("notKnown"),
        })}
      </p>
      <Button size="xs" variant="outline" onClick={onTaken}>
        {t("replace")}
      </Button>
    </div>
  );
}

const newerOf = ({ body }: ApiError): Statement | null => (body as { statement?: Statement } | null)?.statement ?? null;

type Chosen = { document: DatedDocument; bound: string; noExpiry: boolean };

/** The body of the request, from the fields; empty fields are left out. */
function statedIn(typed: FormData, { document, bound, noExpiry }: Chosen) {
  const { document_kind, people_id, item_id, newer_item } = document;
  const day = (field: string) => String(typed.get(field) ?? "") || undefined;
  return {
    kind: "document_dates" as const,
    document_kind,
    people_id: people_id ?? undefined,
    item_id: bound === NONE || bound === SEEN ? undefined : Number(bound),
    seen_on: bound === SEEN ? day("seen_on") : undefined,
    issued_on: day("issued_on"),
    expires_on: noExpiry ? undefined : day("expires_on"),
    no_expiry: noExpiry ? (true as const) : undefined,
    // The form shows the newer item, so an officer who keeps the earlier item refuses the newer item.
    not_replaced_by: newer_item !== null && bound === String(item_id) ? [newer_item] : undefined,
  };
}
