import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { containsWords } from "@/components/ui/search-words";

type Props<Value extends string> = {
  legend: string;
  /** Hidden by default: the legend often repeats the name of the panel. */
  legendShown?: boolean;
  values: readonly Value[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  /** The name of a value, also for the search among many values. */
  nameOf: (value: Value) => string;
  aside?: (value: Value) => ReactNode;
  children?: (value: Value) => ReactNode;
  empty?: ReactNode;
};

const SEARCHED_FROM = 10;

/** A choice of several values, with a search in long lists. A chosen value that is no option can be unchecked too. */
export function ChoiceList<Value extends string>({
  legend,
  legendShown = false,
  values,
  chosen,
  onChange,
  nameOf,
  aside,
  children = nameOf,
  empty,
}: Props<Value>) {
  const t = useTranslations("list.choices");
  const [sought, setSought] = useState("");
  // Values chosen when the panel opened stay in place when they are unchecked.
  const [foreign] = useState(() => chosen.filter((value) => !values.includes(value)));
  const all = [...foreign.filter((value) => !values.includes(value)), ...values];
  const matching = matchChoices(all, sought, nameOf);
  return (
    <fieldset className="min-w-0">
      <legend className={legendShown ? "px-2 pt-1 pb-0.5 font-medium text-muted-foreground text-xs" : "sr-only"}>
        {legend}
      </legend>
      {all.length >= SEARCHED_FROM && (
        <Input
          type="text"
          inputMode="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={t("searchAmong", { name: legend })}
          placeholder={t("search")}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          className={cn("mb-1 h-8 text-[0.8125rem]", legendShown && "mx-2 max-w-[calc(100%-1rem)]")}
        />
      )}
      <div className={all.length >= SEARCHED_FROM ? "max-h-64 overflow-y-auto" : undefined}>
        {matching.map((value) => (
          <CheckRow
            key={value}
            checked={chosen.includes(value)}
            onChange={(checked) => onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))}
          >
            <span className="min-w-0">{children(value)}</span>
            {aside?.(value)}
          </CheckRow>
        ))}
      </div>
      {all.length === 0 && <p className="px-2 py-1 text-muted-foreground text-xs">{empty}</p>}
      {all.length > 0 && matching.length === 0 && (
        <p role="status" className="px-2 py-1 text-muted-foreground text-xs">
          {t("noneFound")}
        </p>
      )}
    </fieldset>
  );
}

type CheckRowProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

export const CheckRow = ({ checked, onChange, children }: CheckRowProps) => (
  <Label className="min-h-8 rounded px-2 py-1 font-normal has-focus-visible:bg-accent hover:bg-accent">
    <Checkbox checked={checked} onCheckedChange={onChange} />
    {children}
  </Label>
);

/** The values whose name or own text contains every word of the search, in their order. */
export function matchChoices<Value extends string>(
  values: readonly Value[],
  sought: string,
  nameOf: (value: Value) => string,
): Value[] {
  return values.filter((value) => containsWords(`${nameOf(value)} ${value}`, sought));
}
