"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";

type Props<Known extends Value, Value extends string> = {
  label: string;
  values: readonly Known[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  children: (value: Known) => ReactNode;
};

/** Any of several values. It stays open while one chooses; a value that only the address knows stays chosen. */
export function FilterMenu<Known extends Value, Value extends string>({
  label,
  values,
  chosen,
  onChange,
  children,
}: Props<Known, Value>) {
  const t = useTranslations("verifications.filters");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" className="px-2 @2xl:px-2.5">
          {label}
          {chosen.length > 0 && (
            <span className="rounded bg-accent px-1 text-xs tabular-nums">
              <span aria-hidden>{chosen.length}</span>
              <span className="sr-only">{t("chosen", { count: chosen.length })}</span>
            </span>
          )}
          <ChevronDown aria-hidden className="text-muted-foreground" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {values.map((value) => (
          <DropdownMenuCheckboxItem
            key={value}
            checked={chosen.includes(value)}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(checked) =>
              onChange(checked === true ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          >
            {children(value)}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
