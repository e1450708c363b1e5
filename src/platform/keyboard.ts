/** Whether shortcuts use the command key, as on Apple keyboards. */
export const usesCommandKey = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
