// Sets the theme before the first paint. The name carries a number because the file is cached for ever.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem('pinakes.settings') || '{}');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden or hold something else: the default is fine.
  }
})();
