import { sendOtp } from '#app/api/endpoints/send-otp.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(sendOtp);
export const action = serve(sendOtp);
