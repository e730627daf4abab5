"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FILE_MENU } from "#components/file-parts.ts";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import type { FileMenuItem } from "#components/kit/file-parts.ts";
import { LazyMenu } from "#components/kit/lazy-popup.tsx";
import { Button } from "@/components/ui/button";

const ITEMS = FILE_MENU.map((item) => ({ ...item, Dialog: dynamic(item.load) }));

/** Rarely used actions of few users, separate from the page's buttons. */
export function FileMenu({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.header");
  const { may } = useCurrentUser();
  const [open, setOpen] = useState<string | null>(null);
  const items = ITEMS.filter(({ permission }) => may(permission));
  const load = () => {
    for (const item of items) void item.load();
  };
  return (
    <span className="print:hidden">
      <LazyMenu
        hint={t("more")}
        trigger={
          <Button variant="ghost" size="icon" aria-label={t("more")} onPointerEnter={load} onFocus={load}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {({ DropdownMenuContent, DropdownMenuItem }) => (
          <DropdownMenuContent align="end">
            {items.map(({ of, icon: Icon }) => (
              <DropdownMenuItem key={of} onSelect={() => setOpen(of)}>
                <Icon aria-hidden />
                <ItemName of={of} />
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        )}
      </LazyMenu>
      {items.map(
        ({ of, Dialog }) =>
          of === open && <Dialog key={of} verificationId={verificationId} onClosed={() => setOpen(null)} />,
      )}
    </span>
  );
}

const ItemName = ({ of }: Pick<FileMenuItem, "of">) => useTranslations(of as "privacy.erase")("action");
