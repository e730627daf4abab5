"use client";

import { FailedPage } from "#components/shell/failed-page.tsx";

export default function DashboardError({ reset }: { error: Error; reset: () => void }) {
  return <FailedPage onRetry={reset} />;
}
