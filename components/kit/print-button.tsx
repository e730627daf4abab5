import { Printer } from "lucide-react";
import { Button } from "@/components/ui/button";

export const PrintButton = ({ children }: { children: string }) => (
  <Button variant="outline" size="sm" onClick={() => window.print()}>
    <Printer aria-hidden />
    {children}
  </Button>
);
