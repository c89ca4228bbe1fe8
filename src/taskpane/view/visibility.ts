import { useEffect, useState } from "react";

/**
 * True if the pane is shown. A shared runtime goes on when a person closes the pane, and so do its views: what they follow in
 * the workbook has to rest meanwhile. Taken as shown where Excel does not tell.
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
