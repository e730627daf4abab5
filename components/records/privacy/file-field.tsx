import { useTranslations } from "next-intl";
import { useState } from "react";
import { readTyped, useFound } from "#components/kit/shell/palette-search.ts";
import { TextField } from "#components/kit/text-field.tsx";
import { WholeTags } from "#components/kit/whole-tags.tsx";
import { MAX_PALETTE_ROWS, verificationSearchOptions } from "#lib/core/browser/verifications.ts";
import { idInAddress, MAX_FILE_NAME } from "#lib/core/contract/verifications/named-file.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";

type Props = {
  /** The id of the chosen file, else the typed text, which the server resolves; empty without a text. */
  onName: (name: string) => void;
};

/** Names a file: searched by company, tag or id, or by the pasted address of its page. */
export function FileField({ onName }: Props) {
  const t = useTranslations("arco.file");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const text = typed.trim();
  const id = idInAddress(text) ?? text;
  const { state, items } = useFound(readTyped(id).search, verificationSearchOptions);
  const named = items.filter(({ verification_id, tag }) => verification_id === id || tag === text);
  const value = chosen ?? (named.length === 1 ? (named[0]?.verification_id ?? null) : null);
  const change = (next: string) => {
    setTyped(next);
    setChosen(null);
    onName(next.trim());
  };
  const choose = (next: string) => {
    setChosen(next);
    onName(next);
  };
  return (
    <div className="space-y-2">
      <TextField
        label={t("label")}
        hint={t("hint")}
        maxLength={MAX_FILE_NAME}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => change(target.value)}
      />
      <p role="status" className="text-muted-foreground text-xs empty:hidden">
        {state !== "idle" && t(items.length === MAX_PALETTE_ROWS ? "first" : state, { count: items.length })}
      </p>
      {items.length > 0 && (
        <RadioGroup aria-label={t("label")} value={value} onValueChange={choose}>
          {items.map((row) => (
            <Label key={row.verification_id} className="flex min-h-8 items-center gap-2 text-sm">
              <RadioGroupItem value={row.verification_id} />
              <span className="min-w-0 py-1">
                {row.title !== null && <span className="wrap-anywhere block font-medium">{row.title}</span>}
                <span className="wrap-anywhere text-muted-foreground text-xs tabular-nums">
                  <WholeTags>{row.tag ?? shortId(row.verification_id)}</WholeTags> {row.tax_id}
                </span>
              </span>
            </Label>
          ))}
        </RadioGroup>
      )}
    </div>
  );
}
