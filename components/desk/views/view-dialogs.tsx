import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { Form } from "#components/kit/form.tsx";
import type { FilterWords } from "#components/kit/list/filter-chips.tsx";
import { isSaving, SaveWaits } from "#components/kit/save-waits.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { viewKeys } from "#lib/core/browser/query-keys.ts";
import { isViewQuery, MAX_VIEW_NAME, MAX_VIEW_QUERY, type View } from "#lib/core/contract/verifications/view.ts";
import { api } from "#lib/platform/browser/api.ts";
import { SAVED_LATER } from "#lib/platform/browser/query-client.ts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldContent, FieldDescription, FieldLabel } from "@/components/ui/field";

type SaveProps = {
  /** The current filter; null if it must not appear in an address. */
  query: string | null;
  words: readonly FilterWords[];
  /** Views that the reader may change, and may replace with this filter. */
  editable: readonly View[];
  mayShare: boolean;
  onClosed: () => void;
};

/** Saves the current filter as a new view, or into an existing view. */
export function SaveViewDialog({ query, words, editable, mayShare, onClosed }: SaveProps) {
  const t = useTranslations("views.dialog");
  const why =
    query === null ? t("searched") : query.length > MAX_VIEW_QUERY || !isViewQuery(query) ? t("tooMuch") : null;
  const [id, setId] = useState("");
  const view = editable.find(({ view_id }) => view_id === id);
  const save = useSaving((given) => {
    const body = { ...given, query: query ?? "" };
    return view
      ? api("PATCH /api/views/{view_id}", { params: { view_id: view.view_id }, body })
      : api("POST /api/views", { body });
  }, onClosed);
  return (
    <ActionDialog
      title={t("title")}
      about={
        <>
          <p>{t("about")}</p>
          <ul className="pt-1.5 text-foreground text-xs">
            {words.map(({ name, value, title }) => (
              <li key={`${name} ${title ?? value}`} className="wrap-anywhere">
                <span className="text-muted-foreground">{name}:</span> {value}
              </li>
            ))}
          </ul>
        </>
      }
      busy={isSaving(save)}
      onClosed={onClosed}
    >
      {why === null ? (
        <>
          {editable.length > 0 && (
            <SelectField
              label={t("saveAs")}
              values={["", ...editable.map(({ view_id }) => view_id)]}
              nameOf={(id) => {
                const name = editable.find(({ view_id }) => view_id === id)?.name;
                return name === undefined ? t("newView") : t("replace", { name });
              }}
              value={id}
              onChange={setId}
            />
          )}
          <ViewForm
            key={id}
            name={view?.name ?? ""}
            shared={view?.shared ?? false}
            mayShare={mayShare}
            save={save}
            onClosed={onClosed}
          />
        </>
      ) : (
        <>
          <p className="text-sm">{why}</p>
          <div className="flex justify-end">
            <Button onClick={onClosed}>{t("close")}</Button>
          </div>
        </>
      )}
    </ActionDialog>
  );
}

type ChangeProps = { view: View; mayShare: boolean; onClosed: () => void };

/** Renames a view; admins can also share it with all users. */
export function ChangeViewDialog({ view, mayShare, onClosed }: ChangeProps) {
  const t = useTranslations("views.dialog");
  const save = useSaving(
    (body) => api("PATCH /api/views/{view_id}", { params: { view_id: view.view_id }, body }),
    onClosed,
  );
  return (
    <ActionDialog title={t("change", { name: view.name })} about={null} busy={isSaving(save)} onClosed={onClosed}>
      <ViewForm name={view.name} shared={view.shared} mayShare={mayShare} save={save} onClosed={onClosed} />
    </ActionDialog>
  );
}

export function DeleteViewDialog({ view, onClosed }: Omit<ChangeProps, "mayShare">) {
  const t = useTranslations("views.delete");
  return (
    <ChangeDialog
      of="views.delete"
      values={{ name: view.name }}
      about={view.shared && t("aboutShared")}
      destructive
      act={() => api("DELETE /api/views/{view_id}", { params: { view_id: view.view_id } })}
      changes={[viewKeys.list()]}
      onClosed={onClosed}
      failure={{ words: "views.problem" }}
    />
  );
}

type ViewFields = { name: string; shared: boolean };

function useSaving(mutationFn: (given: ViewFields) => Promise<View>, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    ...SAVED_LATER,
    mutationFn,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: viewKeys.list() });
      onSaved();
    },
  });
}

type FormProps = ViewFields & { mayShare: boolean; save: ReturnType<typeof useSaving>; onClosed: () => void };

function ViewForm({ name: given, shared: wasShared, mayShare, save, onClosed }: FormProps) {
  const t = useTranslations("views.dialog");
  const [name, setName] = useState(given);
  const [shared, setShared] = useState(wasShared);
  const [refused, setRefused] = useState(false);
  const send = () => {
    if (name.trim() === "") setRefused(true);
    else if (!save.isPending) save.mutate({ name: name.trim(), shared });
  };
  return (
    // The paused request has the old name, so the user must submit again.
    <Form onSend={send} onInput={() => save.isPaused && save.reset()} className="space-y-4">
      <TextField
        label={t("name")}
        error={refused ? t("noName") : undefined}
        value={name}
        maxLength={MAX_VIEW_NAME}
        autoComplete="off"
        onChange={({ target }) => {
          setName(target.value);
          setRefused(false);
        }}
      />
      {mayShare && (
        <FieldLabel className="items-start font-normal">
          <Checkbox checked={shared} onCheckedChange={setShared} className="mt-0.5" />
          <FieldContent>
            {t("shared")} <FieldDescription>{t("sharedAbout")}</FieldDescription>
          </FieldContent>
        </FieldLabel>
      )}
      <SaveWaits save={save} />
      <ActionFailure words="views.problem" error={save.error} />
      <div className="flex justify-end gap-2">
        <Cancel onClick={onClosed} />
        <Button type="submit" aria-disabled={save.isPending}>
          {t(isSaving(save) ? "saving" : "save")}
        </Button>
      </div>
    </Form>
  );
}
