from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

code = dakiya.otp.send({
    "recipient": "9876543210",
    "otp_length": 6,
})
print(code["otpId"], code["expiresAt"])
