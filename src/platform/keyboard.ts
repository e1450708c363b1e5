/** Whether commands are given with the command key, as on Apple's keyboards. */
export const usesCommandKey = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
