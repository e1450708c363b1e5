import { videoQuery } from '#machines/analyse-video/video.machine.ts';
import { startWithLine } from '#src/parts/report-page/report-page.wiring.ts';
import { messages } from './messages/index.ts';
import { VideoAnalysisPage } from './video.page.tsx';
import { videoAnalysis } from './video.wiring.ts';

export const page = { machine: videoAnalysis, View: VideoAnalysisPage, messages, toFirstSearch: startWithLine(videoQuery) };
