import { useMutation } from "@tanstack/react-query";
import { CircleUser, LogOut } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { LazyMenu } from "#components/kit/lazy-popup.tsx";
import { signOutAndLeave } from "#lib/access/browser/session.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { Button } from "@/components/ui/button";

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

export function UserMenu({ user }: { user: SessionUser }) {
  const t = useTranslations("shell");
  const leave = useMutation({ mutationFn: signOutAndLeave });
  return (
    <LazyMenu
      hint={user.name}
      trigger={
        <Button variant="ghost" size="icon" aria-label={t("userMenu", { name: user.name })}>
          <span
            aria-hidden
            data-initials={initialsOf(user.name)}
            className="flex size-7 items-center justify-center rounded-full bg-accent font-semibold text-[0.6875rem] text-foreground before:content-[attr(data-initials)]"
          />
        </Button>
      }
    >
      {({ DropdownMenuContent, DropdownMenuItem, DropdownMenuLabel, DropdownMenuSeparator }) => (
        <DropdownMenuContent align="end" className="w-56">
          <DropdownMenuLabel>
            <span className="block font-medium text-foreground text-sm">{user.name}</span>
            <span className="block break-all">{user.email}</span>
            <span className="block">{t(`role.${user.role}`)}</span>
          </DropdownMenuLabel>
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <Link href="/account">
              <CircleUser aria-hidden />
              {t("pages.account")}
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem
            onSelect={(event) => {
              // The menu stays open until the request ends, so that it can show a failure.
              event.preventDefault();
              leave.mutate();
            }}
          >
            <LogOut aria-hidden />
            <span>{leave.isError ? t("signOutFailed") : t("signOut")}</span>
          </DropdownMenuItem>
        </DropdownMenuContent>
      )}
    </LazyMenu>
  );
}
