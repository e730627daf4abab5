import { createRoot } from "react-dom/client";
import { TooltipProvider } from "@/components/ui/tooltip";
import { Boxes } from "./boxes.tsx";
import { Controls } from "./controls.tsx";
import { Overlays } from "./overlays.tsx";

/** The kit without the product: only pictures are taken of it (`serve.ts`). */
function Page() {
  return (
    <TooltipProvider>
      <main className="space-y-6 p-4">
        <Controls />
        <Boxes />
        <Overlays />
      </main>
    </TooltipProvider>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Page />);
