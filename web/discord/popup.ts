const WIDTH = 600;
const HEIGHT = 700;

/**
 * Opens an empty popup in the middle of this window. Must run within a click; null when the browser blocks it.
 */
export function openPopup(): Window | null {
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2);
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2);
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  const popup = open("about:blank", "_blank", features);
  // Dark until Discord appears, as it will be then.
  if (popup) popup.document.documentElement.style.colorScheme = "dark";
  return popup;
}
