"use client";

import { useId } from "react";
import { shortId } from "#components/ui/copy-id.tsx";
import type { ListedKey } from "#lib/contract/keys/keys.ts";

/** None of the keys; an id is never empty. */
export const NONE = "";

type Props = {
  legend: string;
  hint?: string;
  keys: readonly ListedKey[];
  value: string | null;
  onChange: (id: string) => void;
  /** How 'none of these' is said, where it is an answer. */
  none?: string | undefined;
};

/** Which of the keys is meant. */
export function KeyChoice({ legend, hint, keys, value, onChange, none }: Props) {
  const name = useId();
  const options = [
    ...keys.map((key) => ({ id: key.id, words: `${key.name ?? ""} ${shortId(key.id)}`.trim() })),
    ...(none === undefined ? [] : [{ id: NONE, words: none }]),
  ];
  return (
    <fieldset className="space-y-1.5">
      <legend className="font-medium">{legend}</legend>
      {hint && <p className="text-muted-foreground text-xs">{hint}</p>}
      {options.map(({ id, words }) => (
        <label key={id} className="flex min-h-8 items-center gap-2">
          <input type="radio" name={name} checked={value === id} onChange={() => onChange(id)} />
          <span className="wrap-anywhere">{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
