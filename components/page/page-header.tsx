import type { ReactNode } from "react";

type Props = {
  title: string;
  lede: string;
  /** The link to the parent page. */
  back?: ReactNode;
  /** At the right of the title. */
  children?: ReactNode;
};

export const PageHeader = ({ title, lede, back, children }: Props) => (
  <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
    <div className="max-w-3xl space-y-1">
      {back}
      <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
      <p className="text-muted-foreground text-sm">{lede}</p>
    </div>
    {children}
  </header>
);
