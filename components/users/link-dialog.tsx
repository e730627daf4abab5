"use client";

import { Check, Copy } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { MadeLink } from "#lib/contract/access-link.ts";

type Props = { link: MadeLink; name: string; email: string; onClosed: () => void };

/** A one-time link, shown once: nothing but its own button closes it, since nothing can show it again. */
export function LinkDialog({ link, name, email, onClosed }: Props) {
  const t = useTranslations("users.link");
  const format = useFormatter();
  const dialog = useRef<HTMLDialogElement>(null);
  const [title, about] = [useId(), useId()];
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  const onwards = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    onwards.current?.focus();
  }, []);
  const copy = () =>
    navigator.clipboard.writeText(link.url).then(
      () => setCopied("yes"),
      () => setCopied("no"),
    );
  const until = format.dateTime(new Date(link.expires_at), { dateStyle: "long", timeStyle: "short" });
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      aria-describedby={about}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === "Escape" && event.preventDefault()}
      className="m-auto w-[34rem] max-w-[calc(100vw-2rem)] space-y-4 rounded-lg border border-border bg-card p-6 text-foreground backdrop:bg-black/50"
    >
      <div className="space-y-1">
        <h2 id={title} className="wrap-anywhere font-semibold text-base">
          {t(`title.${link.purpose}`, { name })}
        </h2>
        <p id={about} className="wrap-anywhere text-muted-foreground text-sm">
          {t(`about.${link.purpose}`, { email, until })}
        </p>
      </div>
      <code
        translate="no"
        className="block select-all break-all rounded-md border border-border bg-muted px-3 py-2.5 font-mono text-sm"
      >
        {link.url}
      </code>
      <p className="text-muted-foreground text-xs">{t("once")}</p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto text-muted-foreground text-xs">
          {copied && t(`copied.${copied}`)}
        </p>
        <Button variant="outline" onClick={onClosed}>
          {t("done")}
        </Button>
        <Button ref={onwards} onClick={copy}>
          {copied === "yes" ? <Check aria-hidden /> : <Copy aria-hidden />}
          {t("copy")}
        </Button>
      </div>
    </dialog>
  );
}
