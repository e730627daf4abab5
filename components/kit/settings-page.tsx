import type { ComponentProps, ReactNode } from "react";
import { PageHeader } from "#components/kit/page-header.tsx";
import { cn } from "@/components/ui/cn";

/** The widths of the settings: of pages with fields to fill in, and of pages that list. */
const WIDTHS = { form: "max-w-3xl", table: "max-w-6xl" };

type Props = ComponentProps<typeof PageHeader> & {
  width: keyof typeof WIDTHS;
  /** Actions at the right of the title, at most one of them filled. */
  actions?: ReactNode;
};

/** A page of the settings with its header. */
export const SettingsPage = ({ width, actions, children, ...header }: Props) => (
  <div className={cn("space-y-5", WIDTHS[width])}>
    <PageHeader {...header}>{actions}</PageHeader>
    {children}
  </div>
);
