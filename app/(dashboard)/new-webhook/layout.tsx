export { default } from "../webhooks/layout.tsx";
