import { messages } from './messages/index.ts';
import { VideoAnalysisPage } from './video.page.tsx';
import { videoAnalysis } from './video.wiring.ts';

export const page = { machine: videoAnalysis, View: VideoAnalysisPage, messages };
