import { z } from "zod";

export const certificateParams = z.object({ certificate_id: z.uuid() });
