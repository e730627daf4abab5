import { ArrowUp, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { IconButton } from "#components/kit/icon-button.tsx";
import { EmptySection } from "#components/kit/section.tsx";
import {
  fieldName,
  MAX_FIELDS,
  type SeenField,
  suggestedFields,
  type TitleFields,
  type TitleFieldsState,
} from "#lib/core/contract/verifications/title-fields.ts";
import { Button } from "@/components/ui/button";
import { FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { NativeSelect, NativeSelectOptGroup, NativeSelectOption } from "@/components/ui/native-select";

type Props = {
  kind: keyof TitleFields;
  state: Pick<TitleFieldsState, "seen" | "files">;
  /** JSON Pointers, by priority. */
  paths: readonly string[];
  onChange: (paths: string[]) => void;
};

/** The chosen fields for one purpose, by priority, and the fields that can be added. */
export function FieldOrder({ kind, state, paths, onChange }: Props) {
  const t = useTranslations("file-titles");
  const picker = useRef<HTMLSelectElement>(null);
  const [said, setSaid] = useState("");
  const open = { ...state, seen: state.seen.filter(({ path }) => !paths.includes(path)) };
  const suggested = suggestedFields(open, kind);
  const [first] = suggested;
  /** The number of files with the field, and its value in the newest file. */
  const factsOf = ({ files: count, example }: SeenField) => t("facts", { count, files: state.files, example });
  const change = (next: string[], words: string) => {
    onChange(next);
    setSaid(words);
  };
  const add = (path: string) => change([...paths, path], t("added", { field: fieldName(path) }));
  const remove = (path: string) => {
    change(
      paths.filter((other) => other !== path),
      t("removed", { field: fieldName(path) }),
    );
    picker.current?.focus();
  };
  const raise = (index: number, path: string) => {
    const others = paths.filter((other) => other !== path);
    change(others.toSpliced(index - 1, 0, path), t("moved", { field: fieldName(path), place: index }));
  };
  return (
    <FieldSet className="grid content-start gap-2 rounded-md border border-border px-3 pt-1 pb-3">
      <FieldLegend className="mb-0 px-1">{t(`kind.${kind}`)}</FieldLegend>
      {paths.length === 0 && <EmptySection>{t("none")}</EmptySection>}
      {paths.length > 0 && (
        <ol className="divide-y divide-border">
          {paths.map((path, index) => {
            const field = state.seen.find((one) => one.path === path);
            return (
              <li key={path} className="flex items-start gap-1 py-1.5">
                <span className="w-5 shrink-0 pt-1.5 text-muted-foreground text-xs tabular-nums">{index + 1}.</span>
                <div className="min-w-0 flex-1">
                  <p translate="no" className="wrap-anywhere font-mono text-[0.8125rem]">
                    {fieldName(path)}
                  </p>
                  <p className="wrap-anywhere text-muted-foreground text-xs">{field ? factsOf(field) : t("notSeen")}</p>
                </div>
                <IconButton
                  label={t("raise", { field: fieldName(path) })}
                  aria-disabled={index === 0}
                  onClick={() => raise(index, path)}
                >
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton label={t("remove", { field: fieldName(path) })} onClick={() => remove(path)}>
                  <X aria-hidden />
                </IconButton>
              </li>
            );
          })}
        </ol>
      )}
      {paths.length === 0 && first && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button variant="outline" size="sm" onClick={() => add(first.path)} className="max-w-full">
            <Plus aria-hidden />
            <span className="truncate">{t("use", { field: fieldName(first.path) })}</span>
          </Button>
          <p className="wrap-anywhere min-w-0 text-muted-foreground text-xs">{factsOf(first)}</p>
        </div>
      )}
      {paths.length < MAX_FIELDS && (
        <FieldPicker ref={picker} suggested={suggested} seen={open.seen} files={state.files} onAdd={add} />
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </FieldSet>
  );
}

type PickerProps = {
  ref: React.RefObject<HTMLSelectElement | null>;
  suggested: readonly SeenField[];
  seen: readonly SeenField[];
  files: number;
  onAdd: (path: string) => void;
};

/** A native select of the fields in recent answers, suggested fields first. */
function FieldPicker({ ref, suggested, seen, files, onAdd }: PickerProps) {
  const t = useTranslations("file-titles");
  const id = useId();
  const [picked, setPicked] = useState("");
  const known = seen.some(({ path }) => path === picked) ? picked : "";
  const others = seen.filter((field) => !suggested.includes(field));
  const options = (fields: readonly SeenField[]) =>
    fields.map(({ path, files: count, example }) => (
      <NativeSelectOption key={path} value={path}>
        {t("option", { field: fieldName(path), facts: t("facts", { count, files, example }) })}
      </NativeSelectOption>
    ));
  return (
    <div className="flex gap-2">
      <FieldLabel htmlFor={id} className="sr-only">
        {t("pick")}
      </FieldLabel>
      <NativeSelect
        size="sm"
        id={id}
        ref={ref}
        value={known}
        onChange={({ target }) => setPicked(target.value)}
        className="w-full"
      >
        <NativeSelectOption value="">{t("pick")}</NativeSelectOption>
        {suggested.length > 0 && (
          <NativeSelectOptGroup label={t("suggested")}>{options(suggested)}</NativeSelectOptGroup>
        )}
        {others.length > 0 && <NativeSelectOptGroup label={t("others")}>{options(others)}</NativeSelectOptGroup>}
      </NativeSelect>
      <Button variant="outline" size="sm" aria-disabled={known === ""} onClick={() => onAdd(known)}>
        {t("add")}
      </Button>
    </div>
  );
}
