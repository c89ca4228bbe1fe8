/** Imported by tests that wait for what the pane shows: how long a state may take, which a slow machine does not meet. */
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 180_000 });
