"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { CatalogueEntry } from "#lib/contract/review/facts.ts";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { FieldGroup } from "./policy-fields.tsx";

const FOR = ["rejected", "closed"] as const;
const LANGUAGES = ["en", "es"] as const;
const MOST = 100;
const LONGEST = 200;

type Props = {
  catalogue: readonly CatalogueEntry[];
  /** Something in it keeps it from being saved. */
  wrong: boolean;
  onChange: (catalogue: CatalogueEntry[]) => void;
};

/**
 * The reasons that somebody who rejects or closes a file chooses from, in both languages. They are many fields, which one
 * opens to change: nobody else tabs through them.
 */
export function ReasonCatalogue({ catalogue, wrong, onChange }: Props) {
  const t = useTranslations("review-policy.reasons");
  const group = useTranslations("review-policy.group");
  const adding = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState(false);
  const [open, setOpen] = useState(false);
  if (wrong && !open) setOpen(true);
  useEffect(() => {
    if (!added) return;
    list.current?.lastElementChild?.querySelector("input")?.focus();
    setAdded(false);
  }, [added]);
  const set = (index: number, part: Partial<CatalogueEntry>) =>
    onChange(catalogue.map((entry, at) => (at === index ? { ...entry, ...part } : entry)));
  return (
    <FieldGroup legend={group("reasons")}>
      <p className="max-w-prose text-muted-foreground text-xs">{t("about")}</p>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer tabular-nums">{t("count", { count: catalogue.length })}</summary>
        <ul ref={list} className="divide-y divide-border">
          {catalogue.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a new reason has no code yet, its place is what it is known by.
            <li key={index} className="py-2">
              <Reason
                number={index + 1}
                entry={entry}
                onChange={(part) => set(index, part)}
                onRemove={() => {
                  onChange(catalogue.filter((_, at) => at !== index));
                  adding.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      </details>
      {catalogue.length < MOST && (
        <Button
          ref={adding}
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => {
            onChange([...catalogue, { code: "", for: ["rejected"], en: "", es: "" }]);
            setOpen(true);
            setAdded(true);
          }}
        >
          <Plus aria-hidden />
          {t("add")}
        </Button>
      )}
    </FieldGroup>
  );
}

type ReasonProps = {
  number: number;
  entry: CatalogueEntry;
  onChange: (part: Partial<CatalogueEntry>) => void;
  onRemove: () => void;
};

function Reason({ number, entry, onChange, onRemove }: ReasonProps) {
  const t = useTranslations("review-policy.reasons");
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_auto]">
      <legend className="sr-only">{t("reason", { number })}</legend>
      {LANGUAGES.map((language) => (
        <Input
          key={language}
          lang={language}
          aria-label={t(language)}
          placeholder={t(language)}
          value={entry[language]}
          onChange={({ target }) => onChange({ [language]: target.value })}
          maxLength={LONGEST}
          className="h-8 text-[0.8125rem] col-span-2 xl:col-span-1"
        />
      ))}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {FOR.map((resolution) => (
          <label key={resolution} className="flex items-center gap-1.5 text-[0.8125rem]">
            <input
              type="checkbox"
              checked={entry.for.includes(resolution)}
              onChange={({ target: { checked } }) =>
                onChange({ for: FOR.filter((one) => (one === resolution ? checked : entry.for.includes(one))) })
              }
              className="size-4 accent-primary"
            />
            {t(`for.${resolution}`)}
          </label>
        ))}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("remove", { number })}
        title={t("remove", { number })}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </fieldset>
  );
}
