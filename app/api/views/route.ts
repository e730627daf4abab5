export { getViews as GET, postViews as POST } from "#lib/server/views/handlers.ts";
