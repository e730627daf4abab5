import type { ReactNode } from "react";

type Props = {
  /** The name of the page, or of the object on its own page. */
  title: ReactNode;
  /** Text that replaces the title on the screen; screen readers get the title. */
  shown?: ReactNode;
  /** A sentence about the page, at most one. */
  lede?: ReactNode;
  /** The link to the parent page. */
  back?: ReactNode;
  /** Marks and ids of the object. */
  facts?: ReactNode;
  /** Actions at the right of the title, at most one of them filled. */
  children?: ReactNode;
};

const TITLE = "wrap-anywhere font-semibold text-xl tracking-tight";

/** The header of every page. Its line reaches the edges of the window. */
export const PageHeader = ({ title, shown, lede, back, facts, children }: Props) => (
  <header className="page-line flex flex-wrap items-start justify-between gap-x-6 gap-y-3 pb-4 print:pb-0">
    {back && <div className="-mb-2 w-full print:hidden">{back}</div>}
    <div className="min-w-0 max-w-3xl flex-1 basis-72 space-y-1 print:max-w-none">
      <h1 className={shown ? "sr-only" : TITLE}>{title}</h1>
      {shown && <p className={TITLE}>{shown}</p>}
      {lede && <p className="text-muted-foreground text-sm print:hidden">{lede}</p>}
      {facts}
    </div>
    {children && <div className="flex flex-wrap items-center gap-2 max-sm:w-full print:hidden">{children}</div>}
  </header>
);
