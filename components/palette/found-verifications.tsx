"use client";

import { useQuery } from "@tanstack/react-query";
import { FileSearch, FolderOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { shortId } from "#components/ui/copy-id.tsx";
import { StatusMark } from "#components/verification/marks.tsx";
import { verificationSearchOptions } from "#lib/browser/verifications.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";

const PAUSE_MS = 150;

type Props = {
  text: string;
  /** The text as an id, where it may be one: it is offered once the list has nothing like it. */
  id: string | null;
  onOpen: (href: string) => void;
};

const hrefOf = (id: string): string => `/verifications/${encodeURIComponent(id)}`;

/** Verifications by id, tag or account, as the list finds them; results of what was typed before are never offered. */
export function FoundVerifications({ text, id, onOpen }: Props) {
  const t = useTranslations("shell.palette");
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isError } = useQuery({ ...verificationSearchOptions(settled), enabled: settled !== "" });
  if (settled === text && isError) return <Note>{t("searchFailed")}</Note>;
  if (settled !== text || !data) return <Note>{t("searching")}</Note>;
  if (data.items.length === 0) {
    if (id === null) return null;
    return (
      <PaletteGroup heading={t("byId")}>
        <PaletteItem value={`id:${id}`} icon={FolderOpen} onSelect={() => onOpen(hrefOf(id))}>
          <span className="truncate font-mono text-xs">{id}</span>
        </PaletteItem>
      </PaletteGroup>
    );
  }
  return (
    <PaletteGroup heading={t("verifications")}>
      {data.items.map((row) => (
        <PaletteItem
          key={row.verification_id}
          value={`verification:${row.verification_id}`}
          icon={FileSearch}
          onSelect={() => onOpen(hrefOf(row.verification_id))}
        >
          <span className="shrink-0 font-medium">{row.tag ?? shortId(row.verification_id)}</span>
          <span className="min-w-0 flex-1 truncate text-muted-foreground">{row.account_name}</span>
          <StatusMark status={row.status} />
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

const Note = ({ children }: { children: string }) => (
  <p role="status" className="px-2.5 py-2 text-muted-foreground text-xs">
    {children}
  </p>
);
