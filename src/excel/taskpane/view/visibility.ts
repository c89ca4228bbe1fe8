import { useEffect, useState } from "react";

/**
 * True if the pane is shown. A shared runtime and its views go on after the user closes the pane, so views must stop following
 * the workbook meanwhile. If Excel does not tell, the pane counts as shown.
 */
export function usePaneVisibility(): boolean {
  const [isVisible, setVisible] = useState(true);
  useEffect(() => {
    const registered = Office.addin
      .onVisibilityModeChanged(({ visibilityMode }) => setVisible(visibilityMode !== Office.VisibilityMode.hidden))
      .catch(() => undefined);
    return () => void registered.then((remove) => remove?.()).catch(() => undefined);
  }, []);
  return isVisible;
}
