const WIDTH = 600;
const HEIGHT = 700;

/**
 * Opens an empty popup centred over this window. Has to run in a click handler; null if the browser blocks it.
 */
export function openPopup(): Window | null {
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2);
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2);
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  const popup = open("about:blank", "_blank", features);
  // A dark background until Discord's dark page has loaded.
  if (popup) popup.document.documentElement.style.colorScheme = "dark";
  return popup;
}
